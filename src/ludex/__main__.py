"""`python -m ludex` is the `ludex` command, and so is the program of the archive (`make archive`), whose processes start here again."""

from multiprocessing import freeze_support

from ludex.fronts.cli import main

if __name__ == "__main__":
    freeze_support()
    main()
