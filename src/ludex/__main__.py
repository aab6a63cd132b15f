"""`python -m ludex` is the `ludex` command."""

from ludex.fronts.cli import main

if __name__ == "__main__":
    main()
