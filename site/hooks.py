"""Makes a site of pages that are written for a source browser. MkDocs calls the functions on_..., in this order.

A warning fails the build, since site/build is strict.
"""

import logging
import posixpath
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.structure.files import File
from pymdownx.slugs import slugify

log = logging.getLogger("mkdocs.hooks")
root = Path(__file__).resolve().parent.parent
to_anchor = slugify(case="lower")

# Pages that are not in docs/, by their place in the site.
sources = {"index.md": "README.md", "api.md": "site/pages/api.md"}

# What javadoc made, by its place in the site.
javadoc = {"api": "target/reports/apidocs", "api/rewrite": "rewrite/target/reports/apidocs"}

decisions = "internals/decisions/"


def on_config(config):
    config.theme.static_templates.discard("404.html")  # its links would need the address of the site
    links.browser = config.repo_url
    config.markdown_extensions.append(links)


def on_files(files, config):
    for place, source in sources.items():
        files.append(File.generated(config, place, abs_src_path=str(root / source)))
    for place, folder in javadoc.items():
        index = str(root / folder / "index.html")
        files.append(File.generated(config, f"{place}/index.html", abs_src_path=index))

    pages = sorted(file.src_uri for file in files.documentation_pages())
    index = "# Decisions\n\nWhy things are as they are.\n\n"
    for page in in_folder(decisions, pages):
        title = files.get_file_from_path(page).content_string.split("\n", 1)[0]
        index += f"- [{title.lstrip('# ')}]({posixpath.basename(page)})\n"
    files.append(File.generated(config, decisions + "index.md", content=index))
    config.nav = with_folders(config.nav, pages)
    return files


def in_folder(folder, pages):
    return [page for page in pages if page.startswith(folder)]


def with_folders(nav, pages):
    if isinstance(nav, list):
        return [with_folders(entry, pages) for entry in nav]
    if isinstance(nav, dict):
        return {title: with_folders(entry, pages) for title, entry in nav.items()}
    return [nav + "index.md"] + in_folder(nav, pages) if nav.endswith("/") else nav


def on_page_markdown(markdown, page, config, files):
    links.place = page.file.src_uri


class Links(Extension, Treeprocessor):
    """Makes links lead from the place of the page in the site, and not from that of its source. MkDocs checks those
    that stay in the site; those that leave it are checked here."""

    place = None  # of the page that is read
    browser = None  # the address of the source browser

    def extendMarkdown(self, md):
        md.treeprocessors.register(self, "links", 10)  # before MkDocs

    def run(self, document):
        for element in document.iter():
            for attribute in ("href", "src"):
                link = urlsplit(element.get(attribute) or "")
                if link.path and not link.scheme and not link.netloc and not link.path.startswith("/"):
                    target = self.target(link)
                    if target:
                        element.set(attribute, target + (f"#{link.fragment}" if link.fragment else ""))
                    else:
                        element.tag = "span"
                        del element.attrib[attribute]

    def target(self, link):
        source = sources.get(self.place, "docs/" + self.place)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), unquote(link.path)))
        place = place_of(path)
        if place:
            return posixpath.relpath(place, posixpath.dirname(self.place) or ".")
        file = root / path
        if path.startswith("..") or not file.exists():
            log.warning("%s contains a link '%s', but there is no such file", source, link.geturl())
        elif link.fragment and file.suffix == ".md" and link.fragment not in anchors(file):
            log.warning("%s contains a link '%s', but there is no such anchor", source, link.geturl())
        elif self.browser:
            return f"{self.browser.rstrip('/')}/{'tree' if file.is_dir() else 'blob'}/main/{path}"
        return None


links = Links()


def place_of(path):
    """Of a file of the project in the site, if it is there."""
    if path + "/" == "docs/" + decisions:
        return decisions + "index.md"
    for place, source in sources.items():
        if path == source:
            return place
    if path.startswith("site/pages/api/"):  # from api.md
        return path.removeprefix("site/pages/")
    return path.removeprefix("docs/") if path.startswith("docs/") and not (root / path).is_dir() else None


def anchors(file):
    """Of the headings of a page that is not in the site."""
    headings = re.findall(r"^#+ +(.*)", file.read_text(encoding="utf-8"), re.MULTILINE)
    return [to_anchor(heading, "-") for heading in headings]


def on_page_content(html, page, config, files):
    if page.file.src_uri == "index.md":  # images in HTML, which nobody parses
        return re.sub(r'(<(?:img|source)\b[^>]*\b(?:src|srcset)=")docs/', r"\1", html)


def on_post_build(config):
    """Adds the Javadoc. Then, what a page loads or links to is there, and no other host learns who reads it."""
    site, missing = Path(config.site_dir), {}
    for place, folder in javadoc.items():
        shutil.copytree(root / folder, site / place, dirs_exist_ok=True)
    for file in sorted(site.rglob("*.html")):
        for address, loaded in addresses(file):
            link = urlsplit(address)
            if link.scheme or link.netloc:
                if loaded and link.scheme != "data":
                    log.warning("%s loads %s from another host", file.relative_to(site), address)
            elif link.path and not (file.parent / unquote(link.path)).exists():
                missing.setdefault((file.parent / unquote(link.path)).resolve(), (file.relative_to(site), address))
    for reference in missing.values():  # each file once: what the navigation lacks is missing on each page
        log.warning("%s refers to %s, but there is no such file", *reference)
    for file in sorted(site.rglob("*.css")):
        for address in re.findall(r"(?:url\(|@import )[\"' ]*((?:https?:)?//[^\"') ]+)", file.read_text(encoding="utf-8")):
            log.warning("%s loads %s from another host", file.relative_to(site), address)


def addresses(file):
    """In a page, each with whether a browser loads what is there when it shows the page."""
    found = []

    def start(tag, attributes):
        attributes = {name: value for name, value in attributes if value}
        found.extend((attributes[name], True) for name in ("src", "data", "poster") if name in attributes)
        found.extend((part.split()[0], True) for part in attributes.get("srcset", "").split(",") if part.strip())
        if "href" in attributes:
            found.append((attributes["href"], tag == "link" and attributes.get("rel") not in ("canonical", "prev", "next")))

    parser = HTMLParser()
    parser.handle_starttag = start
    parser.feed(file.read_text(encoding="utf-8"))
    return found
