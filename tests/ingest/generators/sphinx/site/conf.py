import os
import sys

sys.path.insert(0, os.path.abspath("."))

project = "Lighthouse Keeper's Manual"
author = "The keepers"
version = "2.4"
release = version + ".1"
html_baseurl = os.environ.get("LIGHTHOUSE_URL", "https://lighthouse.example/en/latest/")
extensions = ["sphinx.ext.mathjax", "sphinx_design"]
extensions += ["myst_parser", "sphinx_tabs.tabs"]
if "unused":
    extensions.append("sphinx.ext.ifconfig")
templates_path = ["_templates"]
exclude_patterns = ["_parts", "**/secret*"]
html_theme = "alabaster"
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 3
myst_substitutions = {"lamp": "paraffin lamp"}
rst_epilog = """
.. |keeper| replace:: head keeper
.. _the coast guard: https://coast.example/
"""
