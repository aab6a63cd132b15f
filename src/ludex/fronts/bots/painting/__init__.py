"""Views as pictures, for places where a picture says it better than lines: the same parts that the page draws, on one sheet of paper."""

from ludex.fronts.bots.painting.fonts import Fonts as Fonts, NoFont as NoFont, find_font as find_font
from ludex.fronts.bots.painting.sheets import painted as painted, painted_text as painted_text
from ludex.fronts.bots.painting.tables import MANY as MANY, painted_table as painted_table
