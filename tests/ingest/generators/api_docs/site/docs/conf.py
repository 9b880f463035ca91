import os
import sys

sys.path.insert(0, os.path.abspath("../src"))
project = "Kettle"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon", "sphinx.ext.extlinks"]
html_baseurl = "https://kettle.example/en/latest/"
extlinks = {"issue": ("https://bugs.example/%s", "issue %s")}
