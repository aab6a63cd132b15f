"""Parts of the picture that both the view and commands show: sheets, the battle, content. Data only; words at the edge."""
