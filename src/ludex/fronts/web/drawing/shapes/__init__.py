"""Where things go on a drawing: plain geometry from parts of a view, without markup and without words of its own.

The templates beside it only write down what these functions worked out.
"""
