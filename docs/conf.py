"""Sphinx's configuration: `sphinx-build -W -n --keep-going -b html docs build/site`."""

import os
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import roles
from sphinx import addnodes

import nardy_fast

# The kernels of the tutorials run the package that the reference describes, wherever they start.
folder = str(Path(nardy_fast.__file__).parents[1])
os.environ["PYTHONPATH"] = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])

project = "nardy_fast"
author = "the nardy_fast authors"
project_copyright = "the nardy_fast authors, under the MIT licence"
release = version = nardy_fast.__version__
language = "en"

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
]
exclude_patterns = ["_build"]

# Pages are Markdown that GitHub shows too: headings have GitHub's anchors.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# Tutorials are executed at every build; an error in one of them is an error of the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

# Types stand in the docstrings, with dtype and shape, and signatures stay on one line.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autosummary_generate = False
numpydoc_show_class_members = False

html_theme = "furo"
html_title = f"nardy_fast {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False


def name_or_code(_role, rawtext, text, _line, inliner, **_options):
    """Make of `text` in a docstring a link if the reference has it, and code if not."""
    env = inliner.document.settings.env
    code = nodes.literal(rawtext, text, classes=["xref", "py"])
    link = addnodes.pending_xref(
        rawtext,
        code,
        refdomain="py",
        reftype="obj",
        reftarget=text.removesuffix("()"),
        refdoc=env.docname,
        may_be_code=True,
    )
    link["py:module"] = env.ref_context.get("py:module")
    link["py:class"] = env.ref_context.get("py:class")
    return [link], []


def plain_code(app, env, node, content):
    """Leave as code what `name_or_code` found no target for."""
    return content if node.get("may_be_code") else None


def setup(app):
    """Register what stands above."""
    roles.register_local_role("name_or_code", name_or_code)
    app.connect("missing-reference", plain_code)


default_role = "name_or_code"
