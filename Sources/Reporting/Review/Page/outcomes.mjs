// An operation's table as rows with header spans: the columns of each block, headers that span rows, and folds.
import { say } from "./words.mjs";
import { visible } from "./data.mjs";

/** More cells than this are folded. */
const mostCells = 40;

/** Joins alternatives in the spec's language: "a, b or c", 「a、bまたはc」. */
export function alternatives(texts, language) {
  if (texts.length < 2) return texts[0] ?? "";
  const separator = language === "ja" ? "、" : ", ";
  return texts.slice(0, -1).join(separator) + say(language, "or") + texts[texts.length - 1];
}

export function headingOf(spec, operation, column) {
  const worded = spec.shown.wording?.[operation.id]?.factors?.[column];
  if (worded !== undefined) return visible(worded);
  const name = operation.factors[column];
  if (name === "operation") return say(spec.language, operation.hasParts ? "part" : "variant");
  return visible(spec.factorByName.get(name)?.label ?? name);
}

/** The text of a cell or fold in a column, and if the column is irrelevant there. */
export function valueOf(spec, operation, entry, number, column, isFold = false) {
  const name = operation.factors[column];
  const ids = entry.when[name] ?? [];
  if (entry.any.includes(name) && ids.length > 1) return { text: say(spec.language, "any"), isAny: true };
  const worded = spec.shown.wording?.[operation.id]?.[isFold ? "folds" : "cells"]?.[number]?.[column];
  if (worded !== undefined) return { text: visible(worded), isAny: entry.any.includes(name) };
  const labels = spec.factorByName.get(name)?.labels;
  const texts = ids.map((id) => (id === null ? say(spec.language, "notApplicable") : visible(ownLabel(labels?.get(id) ?? id, operation, name))));
  return { text: alternatives(texts, spec.language), isAny: entry.any.includes(name) };
}

/** In an operation's own table, "Network error (offline)" is "offline". */
function ownLabel(label, operation, name) {
  if (name !== "operation" || !label.startsWith(operation.label)) return label;
  const rest = label.slice(operation.label.length).trim();
  return /^[(（].*[)）]$/s.test(rest) ? rest.slice(1, -1) : label;
}

/**
 * The blocks of an operation's table: one, or one per variant or part if these depend on different factors.
 * @returns {{title: string, columns: number[], cells: number[]}[]} columns and cells by number
 */
export function blocksOf(spec, operation) {
  const factors = operation.factors;
  const cells = operation.cells;
  const all = cells.map((_, number) => number);
  const matter = (numbers, first) =>
    factors.map((_, column) => column).filter((column) => column >= first && numbers.some((number) => !cells[number].any.includes(factors[column])));
  const whole = [{ title: "", columns: matter(all, 0), cells: all }];
  if (factors[0] !== "operation" || factors.length < 3) return whole;
  const blocks = [];
  let key = null;
  for (const number of all) {
    const own = JSON.stringify(cells[number].when.operation);
    if (own !== key) blocks.push({ title: valueOf(spec, operation, cells[number], number, 0).text, cells: [] });
    key = own;
    blocks[blocks.length - 1].cells.push(number);
  }
  for (const block of blocks) block.columns = matter(block.cells, 1);
  const sets = blocks.map((block) => block.columns).filter((columns) => columns.length > 0);
  const areApart = sets.some((left, place) => sets.slice(place + 1).some((right) => !left.some((column) => right.includes(column))));
  return areApart ? blocks : whole;
}

/**
 * Rows with header spans: a header equal to the one above it, with equal headers to its left, is merged into it.
 * @param {{heads: {text: string, isAny: boolean}[]}[]} rows
 * @returns the rows, each with `spans`: the number of rows per header, 0 if it is merged into the one above
 */
export function withSpans(rows) {
  const starts = [];
  rows.forEach((row, number) => {
    let isSame = number > 0 && !row.isApart && !rows[number - 1].isApart;
    row.spans = row.heads.map((head, column) => {
      isSame = isSame && rows[number - 1].heads[column]?.text === head.text && rows[number - 1].heads[column]?.isAny === head.isAny;
      if (isSame) {
        rows[starts[column]].spans[column] += 1;
        return 0;
      }
      starts[column] = number;
      return 1;
    });
  });
  return rows;
}

/** The number of leading columns that fold a block into at most `mostCells` rows: as many as possible, never all. */
function foldingColumns(spec, operation, block) {
  for (let count = Math.min(3, block.columns.length - 1); count > 0; count -= 1) {
    const keys = new Set(block.cells.map((number) => keyOf(operation, number, block.columns.slice(0, count))));
    if (keys.size <= mostCells || count === 1) return count;
  }
  return 0;
}

function keyOf(operation, number, columns) {
  return JSON.stringify(columns.map((column) => operation.cells[number].when[operation.factors[column]]));
}

/**
 * The visible rows of a block.
 * @param {(fold: string) => boolean} isUnfolded tells if a fold, by its key, shows its cells
 * @returns rows: `{heads, spans, cell}`, or `{heads, spans, fold, open, cells, isApart}` for folds; `cell` is a number
 */
export function rowsOf(spec, operation, block, isUnfolded = () => false) {
  const cellRow = (number) => ({ cell: number, heads: block.columns.map((column) => valueOf(spec, operation, operation.cells[number], number, column)) });
  const count = block.cells.length > mostCells ? foldingColumns(spec, operation, block) : 0;
  if (count === 0) return withSpans(block.cells.map(cellRow));
  const rows = [];
  for (let first = 0; first < block.cells.length; ) {
    const key = keyOf(operation, block.cells[first], block.columns.slice(0, count));
    let end = first + 1;
    while (end < block.cells.length && keyOf(operation, block.cells[end], block.columns.slice(0, count)) === key) end += 1;
    const numbers = block.cells.slice(first, end);
    first = end;
    if (numbers.length === 1) {
      rows.push(cellRow(numbers[0]));
      continue;
    }
    const fold = `${operation.id}:${numbers[0]}`;
    const open = numbers.filter((number) => operation.cells[number].outcome !== "defined" || operation.cells[number].drafted).length;
    const isOpen = isUnfolded(fold);
    rows.push({ fold, isOpen, open, cells: numbers, isApart: true, heads: cellRow(numbers[0]).heads.slice(0, count) });
    if (isOpen) rows.push(...numbers.map(cellRow));
  }
  return withSpans(rows);
}

/** The rows of an operation that lists only folds. */
export function foldRowsOf(spec, operation) {
  const columns = operation.factors.map((_, column) => column)
    .filter((column) => operation.folds.some((fold) => operation.factors[column] in fold.when));
  const rows = operation.folds.map((fold, number) => ({
    listed: number, cells: [],
    heads: columns.map((column) => valueOf(spec, operation, fold, number, column, true)),
  }));
  return { columns, rows: withSpans(rows) };
}

/** When an operation applies and its parts are visible, a sentence each. */
export function limitsOf(spec, operation) {
  return (spec.shown.wording?.[operation.id]?.limits ?? operation.limits ?? []).map(visible);
}

/** What makes no difference, a sentence each. */
export function assumptionsOf(spec, operation) {
  const worded = spec.shown.wording?.[operation.id]?.assumptions ?? [];
  const colon = spec.language === "ja" ? "：" : ": ";
  const labels = spec.factorByName.get("operation")?.labels;
  const all = new Set((operation.cells ?? []).flatMap((cell) => cell.when.operation ?? []));
  return (operation.assumptions ?? []).flatMap((assumed, number) => {
    if (assumed.factors.length === 0) return [];
    // If it holds for some variants or parts only, these are named.
    const isOfSome = all.size > assumed.operation.length;
    const names = assumed.operation.map((id) => ownLabel(visible(labels?.get(id) ?? id), operation, "operation"));
    return [(isOfSome ? alternatives(names, spec.language) + colon : "") + (worded[number] !== undefined ? visible(worded[number]) : assumption(spec, assumed))];
  });
}

function assumption(spec, assumed) {
  const separator = spec.language === "ja" ? "・" : ", ";
  const names = assumed.factors.map((name) => visible(spec.factorByName.get(name)?.label ?? name)).join(separator);
  const invalid = Object.entries(assumed.invalid).flatMap(([name, ids]) =>
    ids.map((id) => `${visible(spec.factorByName.get(name)?.label ?? name)}${spec.language === "ja" ? "：" : " "}${visible(spec.factorByName.get(name)?.labels.get(id) ?? id)}`));
  const same = say(spec.language, "sameWhatever", names);
  if (invalid.length === 0) return same;
  const also = say(spec.language, "sameAlso", alternatives(invalid, spec.language));
  return spec.language === "ja" ? `${same}（${also}）` : `${same} (${also})`;
}

/** The position of a cell in words: "Transfer: Expired, Identity check: Not done". */
export function placeOf(spec, operation, number) {
  const cell = operation.cells[number];
  const parts = operation.factors.map((name, column) => ({ name, column }))
    .filter(({ name }) => !cell.any.includes(name))
    .map(({ column }) => ({ name: headingOf(spec, operation, column), value: valueOf(spec, operation, cell, number, column).text }));
  return parts;
}
