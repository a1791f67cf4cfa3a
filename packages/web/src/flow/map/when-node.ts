import { stepNode } from './graph.ts';

const FRAMES = 30;

/** Runs with a step's node once it is drawn: what is out of view is not. */
export function whenNode(step: number, run: (node: HTMLElement) => void, frames = FRAMES): void {
  const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${stepNode(step)}"]`);
  if (node) run(node);
  else if (frames > 0) requestAnimationFrame(() => whenNode(step, run, frames - 1));
}
