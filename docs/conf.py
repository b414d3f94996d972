"""Sphinx's configuration: `sphinx-build -W -n --keep-going -b html docs build/site`."""

import os
import re
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


#: Where rules have their headings, by the letters before the number.
RULE_PAGES = {"SR": "rules_short", "LR": "rules_long", "MR": "match"}
#: What holds texts that must stay as they are.
KEPT = (nodes.reference, nodes.title, nodes.literal, nodes.literal_block, nodes.raw)


def name_or_code(_role, rawtext, text, _line, inliner, **_options):
    """Make of `text` in a docstring a link if the reference has it, and code if not."""
    env = inliner.document.settings.env
    code = nodes.literal(rawtext, text, classes=["xref", "py"])
    target = {"refdomain": "py", "reftype": "obj", "reftarget": text.removesuffix("()")}
    link = addnodes.pending_xref(rawtext, code, refdoc=env.docname, may_be_code=True, **target)
    link["py:module"] = env.ref_context.get("py:module")
    link["py:class"] = env.ref_context.get("py:class")
    return [link], []


def plain_code(_app, _env, node, content):
    """Leave as code what `name_or_code` found no target for."""
    return content if node.get("may_be_code") else None


def without_blank_ends(_app, doctree):
    """Cut the blank line that ends the expected output of an example from its picture."""
    for block in doctree.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.rawsource = text
        block[:] = [nodes.Text(text)]


def places_of_rules(env):
    """Return page and anchor of every rule, by its name, as LR6."""
    return {
        found[0]: (page, section["ids"][0])
        for letters, page in RULE_PAGES.items()
        for section in env.get_doctree(page).findall(nodes.section)
        if (found := re.match(rf"{letters}\d+\b", section[0].astext()))
    }


def link_rules(app, doctree, page):
    """Make of the name of a rule, wherever a text has it, a link to the rule."""
    if not hasattr(app, "places_of_rules"):
        app.places_of_rules = places_of_rules(app.env)
    places = app.places_of_rules
    for text in list(doctree.findall(nodes.Text)):
        parts = re.split(r"\b([SLM]R\d+)\b", text)
        node = text.parent
        while node is not None and not isinstance(node, KEPT):
            node = node.parent
        if len(parts) == 1 or node is not None:
            continue
        found = []
        for part in filter(None, parts):
            if part in places and places[part][0] != page:
                uri = app.builder.get_relative_uri(page, places[part][0])
                link = nodes.reference("", part, internal=True, refuri=f"{uri}#{places[part][1]}")
                found.append(link)
            else:
                found.append(nodes.Text(part))
        text.parent.replace(text, found)


def setup(app):
    """Register what stands above."""
    roles.register_local_role("name_or_code", name_or_code)
    app.connect("missing-reference", plain_code)
    app.connect("doctree-read", without_blank_ends)
    app.connect("doctree-resolved", link_rules)


default_role = "name_or_code"
