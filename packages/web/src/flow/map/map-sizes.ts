/** Sizes of what stands on the map, in pixels. */
export const NODE = { width: 244, height: 100 } as const;
export const LABEL_HEIGHT_PX = 20;

export type Point = { x: number; y: number };

/** Where a port stands on the bottom of a step whose middle is at `x`: evenly, the last corner left free. */
export function portX(x: number, port: number, count: number): number {
  if (count === 1) return x;
  const room = NODE.width * 0.84;
  return x - NODE.width / 2 + 12 + (room * (port + 0.5)) / Math.max(1, count);
}
