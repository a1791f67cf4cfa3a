/**
 * Places what stands in rows: in an order that crosses few lines, each as close to its neighbors as there is
 * room.
 */

export type Cell = {
  row: number;
  /** Its middle, as it is found. */
  x: number;
  width: number;
  /** How much it counts beside others of its row that want the same place. */
  weight: number;
  above: Link[];
  below: Link[];
  /** Tells those that come from the same cell above apart, from left to right. */
  rank: readonly number[];
};
/**
 * `offset`: so far to the right of that cell it wants to stand. `isFaint`: it leads back, and pulls nothing.
 */
export type Link = { cell: Cell; offset: number; isFaint: boolean };

const SWEEPS = 12;

/** Gives each cell its place; answers the rows from the top, each from left to right. */
export function placeRows(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = Array.from({ length: Math.max(-1, ...cells.map(({ row }) => row)) + 1 }, () => []);
  for (const cell of cells) rows[cell.row]?.push(cell);
  inOrder(rows);
  for (const row of rows) spread(row, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of rows) spread(row, ({ above, x }) => wish(above, x));
    for (const row of rows.toReversed()) spread(row, ({ below, x }) => wish(below, x));
  }
  for (const row of rows) spread(row, ({ above, below, x }) => wish([...above, ...below], x));
  return rows;
}

/** From the top: each stands below the middle of what leads to it, and answers in their order. */
function inOrder(rows: Cell[][]): void {
  const place = new Map<Cell, number>();
  for (const [index, row] of rows.entries()) {
    const middle = new Map(row.map((cell, at) => [cell, meanPlace(cell, place, at)]));
    row.sort(
      (one, other) =>
        (middle.get(one) ?? 0) - (middle.get(other) ?? 0) || (one.rank[0] ?? 0) - (other.rank[0] ?? 0),
    );
    for (const [at, cell] of row.entries()) place.set(cell, at);
    rows[index] = row;
  }
}

function meanPlace({ above }: Cell, place: ReadonlyMap<Cell, number>, otherwise: number): number {
  const pulling = above.some(({ isFaint }) => !isFaint) ? above.filter(({ isFaint }) => !isFaint) : above;
  if (pulling.length === 0) return otherwise;
  return pulling.reduce((sum, { cell }) => sum + (place.get(cell) ?? 0), 0) / pulling.length;
}

function wish(links: readonly Link[], otherwise: number): number {
  const pulling = links.filter(({ isFaint }) => !isFaint);
  if (pulling.length === 0) return otherwise;
  return pulling.reduce((sum, { cell, offset }) => sum + cell.x + offset, 0) / pulling.length;
}

/** Cells that stand as close together as they may. */
type Block = { cells: Cell[]; weight: number /** Where its first cell would stand. */; first: number };

/**
 * The places closest to what all of a row wish for (by least squares) at which they keep their order and
 * their distance: those that would stand in each other's place are moved as one (pool adjacent violators).
 */
function spread(row: readonly Cell[], wished: (cell: Cell) => number): void {
  const blocks: Block[] = [];
  const from = new Map<Cell, number>();
  for (const cell of row) {
    let block: Block = { cells: [cell], weight: cell.weight, first: wished(cell) };
    from.set(cell, 0);
    for (
      let before = blocks.at(-1);
      before && endOf(before, from) > block.first - distance(before, block);
    ) {
      blocks.pop();
      block = joined(before, block, from);
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  for (const { cells, first } of blocks) for (const cell of cells) cell.x = first + (from.get(cell) ?? 0);
}

/** The middle of a block's last cell. */
const endOf = ({ cells, first }: Block, from: ReadonlyMap<Cell, number>) =>
  first + (from.get(cells.at(-1) as Cell) ?? 0);

const distance = (left: Block, right: Block) =>
  ((left.cells.at(-1)?.width ?? 0) + (right.cells[0]?.width ?? 0)) / 2;

function joined(left: Block, right: Block, from: Map<Cell, number>): Block {
  const shift = (from.get(left.cells.at(-1) as Cell) ?? 0) + distance(left, right);
  for (const cell of right.cells) from.set(cell, (from.get(cell) ?? 0) + shift);
  const weight = left.weight + right.weight;
  const first = (left.first * left.weight + (right.first - shift) * right.weight) / weight;
  return { cells: [...left.cells, ...right.cells], weight, first };
}
