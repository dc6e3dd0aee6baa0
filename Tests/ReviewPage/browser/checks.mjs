// What any page has to be, whatever it shows: each check gives its faults as sentences, none where all is well.
//
// They look at what the browser made of the page, not at how the page made it. `checks.test.mjs` shows each of them a page with the fault.

/** Faults of the HTML as a tree: what the standard allows nowhere, and what nobody could find by its name. */
export function structureFaults(page) {
  return page.evaluate(() => {
    const faults = [];
    const fault = (what, element) => faults.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
    const all = [...document.querySelectorAll("*")];

    // Names: unique, and those that are referred to are there.
    const ids = new Map();
    for (const element of all.filter((element) => element.hasAttribute("id"))) {
      if (!/^\S+$/.test(element.id)) fault("an id with a space or nothing in it", element);
      if (ids.has(element.id)) fault("an id that another element has", element);
      ids.set(element.id, element);
    }
    const references = ["for", "list", "headers", "popovertarget", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns",
      "aria-activedescendant", "aria-details", "aria-errormessage", "aria-flowto"];
    for (const name of references) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        for (const id of element.getAttribute(name).split(/\s+/)) if (!ids.has(id)) fault(`${name} names “${id}”, which is nowhere`, element);
      }
    }

    // What may stand in what.
    const only = {
      UL: ["LI"], OL: ["LI"], DL: ["DT", "DD", "DIV"], TR: ["TH", "TD"], THEAD: ["TR"], TBODY: ["TR"], TFOOT: ["TR"],
      TABLE: ["CAPTION", "COLGROUP", "THEAD", "TBODY", "TFOOT", "TR"], SELECT: ["OPTION", "OPTGROUP", "HR"], DATALIST: ["OPTION"],
    };
    const blocks = "address,article,aside,blockquote,dd,details,dialog,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,"
      + "header,hgroup,hr,li,main,menu,nav,ol,p,pre,search,section,table,tbody,td,th,thead,tr,ul";
    const ofPhrases = ["P", "SPAN", "BUTTON", "LABEL", "H1", "H2", "H3", "H4", "H5", "H6", "PRE", "CODE", "EM", "STRONG", "B", "I", "SMALL",
      "KBD", "ABBR", "TIME", "OUTPUT", "MARK", "SUB", "SUP", "S", "DEL", "INS", "Q", "CITE", "DATA"];
    const interactive = "a[href],button,input:not([type=hidden]),select,textarea,summary,details,[tabindex]";
    for (const element of all) {
      if (element instanceof HTMLUnknownElement) fault("an element that HTML does not have", element);
      const allowed = only[element.tagName];
      for (const child of allowed ? element.children : []) {
        if (!allowed.includes(child.tagName) && !["SCRIPT", "TEMPLATE"].includes(child.tagName)) fault(`<${child.localName}> in <${element.localName}>`, element);
      }
      if (ofPhrases.includes(element.tagName)) {
        const block = element.querySelector(blocks);
        if (block) fault(`<${block.localName}> in <${element.localName}>`, element);
      }
      if (element.matches("a[href],button")) {
        const inner = element.querySelector(interactive);
        if (inner) fault(`<${inner.localName}> in <${element.localName}>`, element);
      }
      if (element.matches("label") && element.querySelector("label")) fault("a label in a label", element);
      if (element.matches("label") && !element.control) fault("a label of nothing", element);
      if (element.matches("option:not([label])") && !element.text.trim()) fault("a choice without a text", element);
      if (element.matches("td,th") && !element.closest("tr")) fault("a cell outside of a row", element);
      if (element.matches("li") && !element.closest("ul,ol,menu")) fault("an item outside of a list", element);
    }

    // Attributes that HTML has.
    const everywhere = ["id", "class", "lang", "dir", "title", "hidden", "tabindex", "role", "style", "inert", "popover", "translate",
      "spellcheck", "autofocus", "contenteditable", "draggable", "enterkeyhint", "inputmode", "autocapitalize", "autocorrect", "accesskey"];
    const own = {
      a: ["href", "download", "target", "rel", "hreflang", "type"], button: ["type", "disabled", "name", "value", "form", "popovertarget", "popovertargetaction"],
      col: ["span"], colgroup: ["span"], data: ["value"], details: ["open", "name"], dialog: ["open", "closedby"], fieldset: ["disabled", "name"],
      form: ["autocomplete", "method", "novalidate"], html: [], img: ["src", "alt", "width", "height"],
      input: ["type", "name", "value", "checked", "disabled", "list", "max", "min", "maxlength", "placeholder", "readonly", "required", "size", "step", "autocomplete", "pattern"],
      label: ["for"], li: ["value"], meta: ["charset", "name", "content", "http-equiv", "media"], ol: ["start", "reversed"], optgroup: ["label", "disabled"],
      option: ["value", "label", "selected", "disabled"], output: ["for", "name"], progress: ["max", "value"], meter: ["max", "min", "value", "high", "low", "optimum"],
      script: ["type"], select: ["name", "disabled", "required", "size", "multiple", "autocomplete"], td: ["colspan", "rowspan", "headers"],
      textarea: ["name", "rows", "cols", "disabled", "placeholder", "readonly", "required", "maxlength", "wrap", "autocomplete"],
      th: ["scope", "colspan", "rowspan", "headers", "abbr"], time: ["datetime"], link: ["rel", "href"],
    };
    for (const element of all.filter((element) => element instanceof HTMLElement)) {
      for (const {name} of element.attributes) {
        if (name.startsWith("data-") || name.startsWith("aria-") || everywhere.includes(name) || own[element.localName]?.includes(name)) continue;
        fault(`the attribute ${name}, which <${element.localName}> does not have`, element);
      }
    }

    // Tables are tables: named, and with headings that say what they are headings of.
    for (const table of document.querySelectorAll("table")) {
      const named = table.caption?.textContent.trim() || table.getAttribute("aria-label")?.trim() || table.hasAttribute("aria-labelledby");
      if (!named) fault("a table without a name", table);
      if (!table.querySelector("th")) fault("a table without headings", table);
      for (const heading of table.querySelectorAll("th:not([scope])")) fault("a heading that does not say of what", heading);
    }

    if (!document.documentElement.lang) faults.push("the page does not say its language");
    if (!document.title.trim()) faults.push("the page has no title");
    const mains = [...document.querySelectorAll("h1")].filter((heading) => heading.checkVisibility());
    if (mains.length !== 1) faults.push(`${mains.length} main headings`);
    if (document.compatMode !== "CSS1Compat") faults.push("the page is in quirks mode");

    // Written out and read again it is the same tree: what a parser would have to move or close is not.
    // (Styles that the script set would be refused by the policy as attributes.)
    const copy = document.documentElement.cloneNode(true);
    for (const element of copy.querySelectorAll("[style]")) element.removeAttribute("style");
    const again = new DOMParser().parseFromString("<!doctype html>" + copy.outerHTML, "text/html");
    const outline = (element) => `${element.localName}(${[...element.children].map(outline).join(" ")})`;
    const [before, after] = [outline(document.documentElement), outline(again.documentElement)];
    if (before !== after) {
      const end = [...before].findIndex((character, index) => character !== after[index]);
      faults.push(`the tree is another one when it is read again: …${before.slice(Math.max(0, end - 80), end + 40)}…`);
    }
    return faults;
  });
}

/** Faults of a file of HTML: all that a parser would mend in silence. */
export async function sourceFaults(page, text) {
  const faults = [];
  if (!/^<!doctype html>/i.test(text)) faults.push("the file does not begin with <!doctype html>");
  if (!/<meta charset="?utf-8"?>/i.test(text.slice(0, 1024))) faults.push("the file does not say its encoding at its beginning");
  if (text.includes("\0")) faults.push("a zero byte in the file");
  const empty = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
  const token = /<!--[^]*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>|</gi;
  const root = {name: "", children: []};
  const open = [root];
  for (let match; (match = token.exec(text)); ) {
    const [all, closes, name, attributes] = match;
    if (all === "<") {
      faults.push(`a “<” that begins nothing: ${text.slice(match.index, match.index + 60)}`);
    } else if (name && closes) {
      const last = open.pop();
      if (last.name !== name.toLowerCase()) faults.push(`</${name}> closes <${last.name}>`);
      if (open.length === 0) open.push(root);
    } else if (name) {
      const names = [...attributes.matchAll(/([^\s"'<>=/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g)].map(([, name]) => name.toLowerCase());
      for (const twice of names.filter((name, index) => names.indexOf(name) !== index)) faults.push(`twice the attribute ${twice}: ${all}`);
      for (const handler of names.filter((name) => /^(on|style$)/.test(name))) faults.push(`the policy lets ${handler} do nothing: ${all}`);
      const element = {name: name.toLowerCase(), children: []};
      open.at(-1).children.push(element);
      if (empty.has(element.name)) continue;
      open.push(element);
      // Up to its end a script is text, whatever it looks like.
      if (["script", "style"].includes(element.name)) token.lastIndex = text.toLowerCase().indexOf(`</${element.name}`, token.lastIndex);
    }
  }
  for (const {name} of open.slice(1)) faults.push(`<${name}> is not closed`);
  const outline = ({name, children}) => `${name}(${children.map(outline).join(" ")})`;
  const parsed = await page.evaluate((text) => {
    const outline = (element) => `${element.localName}(${[...(element.localName === "template" ? element.content : element).children].map(outline).join(" ")})`;
    return outline(new DOMParser().parseFromString(text, "text/html").documentElement);
  }, text);
  const written = root.children.map(outline).join(" ");
  if (written !== parsed) faults.push(`the file says ${written}, a parser makes ${parsed} of it`);
  return faults;
}

/** Texts that are hard to read: contrast below 4.5 of the colours that are on the screen, hints and generated texts included. */
export function contrastFaults(page) {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    const known = new Map();
    const colour = (text) => {
      if (!known.has(text)) {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = text;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
        known.set(text, [red, green, blue, alpha / 255]);
      }
      return known.get(text);
    };
    const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
    const light = (colour) => {
      const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
      const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    // What the browser paints where no element does.
    const probe = document.documentElement.appendChild(document.createElement("i"));
    probe.style.backgroundColor = "Canvas";
    const canvas = colour(getComputedStyle(probe).backgroundColor);
    probe.remove();
    const behind = (element) => {
      const layers = [];
      for (let each = element; each; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.backgroundImage !== "none" && !each.matches("select")) layers.push(...(style.backgroundImage.match(/(?:rgba?|color|oklch|oklab)\([^)]*\)/g) ?? []).map(colour).slice(0, 1));
        layers.push(colour(style.backgroundColor));
        if (layers.at(-1)[3] === 1) break;
      }
      return layers.reduceRight((below, layer) => over(layer, below), canvas);
    };
    const opacity = (element) => (element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);
    const faults = new Map();
    let count = 0;
    const look = (text, element, style) => {
      count += 1;
      const ground = behind(element);
      const [r, g, b, a] = colour(element instanceof SVGElement ? style.fill : style.color);
      const value = contrast(over([r, g, b, a * opacity(element)], ground), ground);
      if (value < 4.5) {
        const name = `${element.localName}${[...element.classList].map((name) => `.${name}`).join("")}`;
        faults.set(name + style.color, `${value.toFixed(2)} for “${text.trim().slice(0, 40)}” in ${element.parentElement?.localName} > ${name}, ${style.color} on ${ground.map(Math.round).slice(0, 3)}`);
      }
    };
    const isSeen = (element) => {
      const box = element.getBoundingClientRect();
      return element.checkVisibility({visibilityProperty: true}) && box.width > 1 && box.height > 1;
    };
    const isOff = (element) => element.closest(":disabled") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const element = node.parentElement;
      if (/\S/.test(node.data) && !element.matches("option,textarea") && isSeen(element) && !isOff(element)) look(node.data, element, getComputedStyle(element));
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (!isSeen(element) || isOff(element)) continue;
      for (const place of ["::before", "::after"]) {
        const style = getComputedStyle(element, place);
        const text = /^"(.*)"/.exec(style.content)?.[1] ?? "";
        if (/\S/.test(text)) look(text, element, style);
      }
      if (element.matches("input:not([type=checkbox],[type=radio]),textarea,select")) look(element.value || "what is typed", element, getComputedStyle(element));
      if (element.placeholder) look(element.placeholder, element, getComputedStyle(element, "::placeholder"));
    }
    if (count === 0) faults.set("", "there is no text");
    return [...faults.values()];
  });
}

/** What a screen reader could not name or could not tell: controls, tables and their headings. */
export async function namelessNodes(page) {
  const named = new Set(["button", "link", "textbox", "searchbox", "combobox", "ComboBoxSelect", "listbox", "checkbox", "radio", "switch", "slider",
    "spinbutton", "tab", "menuitem", "dialog", "alertdialog", "heading", "table", "grid", "img", "image", "tabpanel", "option", "DisclosureTriangle",
    "columnheader", "rowheader", "region", "Date", "group"]);
  const nodes = await page.accessibility();
  const byID = new Map(nodes.map((node) => [node.id, node]));
  const faults = [];
  for (const node of nodes.filter(({role, name}) => named.has(role) && !name.trim())) {
    const markup = await page.markup(node);
    // What unfolds is named by its summary.
    if (!markup.startsWith("<details")) faults.push(`a ${node.role} without a name: ${markup}`);
  }
  // A table has headings; what has lost its rows to the look of the page is one no longer.
  const tables = new Map(nodes.filter(({role}) => role === "table" || role === "grid").map((node) => [node.id, false]));
  for (const node of nodes.filter(({role}) => role === "columnheader" || role === "rowheader")) {
    for (let each = node; each; each = byID.get(each.parent)) if (tables.has(each.id)) tables.set(each.id, true);
  }
  for (const [id, hasHeadings] of tables) if (!hasHeadings) faults.push(`a table without headings: ${byID.get(id).name}`);
  const count = await page.evaluate(() => [...document.querySelectorAll("table")].filter((table) => table.checkVisibility() && (table.closest(":modal") || !document.querySelector(":modal"))).length);
  if (count > tables.size) faults.push(`${count} tables are shown, ${tables.size} are told`);
  return faults;
}

/** What is cut off at the sides and whole nowhere, on a screen or, with `isPaper`, where nobody can scroll. */
export function cutOff(page, isPaper = false) {
  return page.evaluate((isPaper) => {
    const root = document.scrollingElement;
    const faults = [];
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide, the screen ${root.clientWidth}`);
    const name = (element) => `${element.localName}${element.id ? `#${element.id}` : ""}${[...element.classList].map((name) => `.${name}`).join("")}`;
    // What a box scrolls or hides is told of the box.
    const isBoxed = (element) => element && element !== root && (getComputedStyle(element).overflowX !== "visible" || isBoxed(element.parentElement));
    // Cut with an ellipsis, and whole in its title.
    const isTold = (element, style) => !isPaper && style.textOverflow === "ellipsis" && element.closest("[title]")?.title.includes(element.textContent.trim());
    // Where a box stands out, all that is in it does.
    const told = new Set();
    for (const element of document.body.querySelectorAll("*")) {
      if (told.has(element.parentElement) && told.add(element)) continue;
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility({visibilityProperty: true}) || box.width <= 1 || box.height <= 1 || element.closest("svg")) continue;
      const style = getComputedStyle(element);
      const isCut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      const hides = isPaper ? style.overflowX !== "visible" : /hidden|clip/.test(style.overflowX);
      const isField = element.matches("input,textarea,select");
      const isOut = box.right > root.clientWidth + 1 || box.left < -1;
      const what = isCut && hides && !isField && !isTold(element, style) ? `${element.scrollWidth - element.clientWidth} px are cut off`
        : isOut && (isPaper || !isBoxed(element.parentElement)) ? `stands out of the page (${Math.round(box.left)} to ${Math.round(box.right)})` : null;
      if (what) {
        told.add(element);
        faults.push(`${name(element)}: ${what}: ${element.textContent.trim().slice(0, 40)}`);
      }
    }
    return faults;
  }, isPaper);
}
