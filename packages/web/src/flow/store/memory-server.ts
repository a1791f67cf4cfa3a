/** For tests of the store: a server of one flow in memory, and the store opened on it. */
import { calls, encodeFields } from '@parley/contract';
import { blankStep } from '@parley/engine/blank.ts';
import type { Step } from '@parley/engine/flow.ts';
import { AskError } from '../../data/ask.ts';
import { createFlowStore } from './flow-store.ts';
import type { FlowWire } from './wire.ts';

export const words = (text: string, id = 0): Step => ({ ...blankStep('message'), id, text }) as Step;
export const textOf = (step: Step | undefined) => (step && 'text' in step ? step.text : undefined);

/** A server of one flow in memory: versions count up, stale saves are refused with the stored step, as the real one does. */
export function memoryServer(texts: string[]) {
  let nextId = 100;
  let stored = texts.map((text, index) => ({
    step: { ...words(text, ++nextId), position: index + 1 } as Step,
    version: 1,
  }));
  const log: string[] = [];
  let down: AskError | null = null;
  let once: AskError | null = null;
  let held: Promise<void> | null = null;
  let late: Promise<void> | null = null;
  const reach = async (what: string) => {
    log.push(what);
    if (held) await held;
    const failure = once ?? down;
    once = null;
    if (failure) throw failure;
  };
  const put = (list: typeof stored) => {
    stored = list.map((point, index) => ({ ...point, step: { ...point.step, position: index + 1 } as Step }));
  };
  const wire: FlowWire = {
    read: async () => {
      await reach('read');
      const read = structuredClone(stored);
      await late;
      return read;
    },
    save: async ({ step, version }) => {
      await reach(`save ${step.id} v${version} ${textOf(step)}`);
      const known = stored.find((point) => point.step.id === step.id);
      if (!known) throw new AskError('unknown', 'This no longer exists.');
      if (version !== null && version < known.version) {
        const { step } = calls.flow.saveStep.reply;
        throw new AskError(
          'refused',
          'Somebody else saved this step.',
          '',
          encodeFields({ step }, { step: known }),
        );
      }
      known.step = structuredClone(step);
      known.version += 1;
      return known.version;
    },
    add: async (step) => {
      await reach(`add ${textOf(step)} at ${step.position}`);
      const id = ++nextId;
      const point = { step: { ...structuredClone(step), id } as Step, version: 1 };
      put(stored.toSpliced(step.position - 1, 0, point));
      return { id, version: 1 };
    },
    paste: async (points, position) => {
      await reach(`paste ${points.length} at ${position}`);
      const ids = new Map(points.map(({ step }) => [step.id, ++nextId]));
      const copies = points.map(({ step }) => {
        const moved = { ...structuredClone(step), id: ids.get(step.id) ?? 0, next: ids.get(step.next) ?? 0 };
        return { step: moved as Step, version: 1 };
      });
      put(stored.toSpliced(position - 1, 0, ...copies));
      return structuredClone(stored);
    },
    move: async (id, position) => {
      await reach(`move ${id} to ${position}`);
      const rest = stored.filter((point) => point.step.id !== id);
      const moved = stored.filter((point) => point.step.id === id);
      put(rest.toSpliced(position - 1, 0, ...moved));
    },
    remove: async (id) => {
      await reach(`remove ${id}`);
      put(stored.filter((point) => point.step.id !== id));
    },
  };
  return {
    wire,
    log,
    texts: () => stored.map(({ step }) => textOf(step)),
    /** Another author saves a step. */
    elsewhere: (index: number, text: string) => {
      const point = stored[index];
      if (point) {
        point.step = { ...point.step, text } as Step;
        point.version += 1;
      }
    },
    fail: (error: AskError | null) => {
      down = error;
    },
    /** The next call fails, later ones do not. */
    failOnce: (error: AskError) => {
      once = error;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    /** The flow is read as it is then, and the answer takes until it is released. */
    answerLate: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      late = promise;
      return () => {
        late = null;
        resolve();
      };
    },
  };
}

export const lost = new AskError('network', 'Parley cannot be reached.');

export async function opened(...texts: string[]) {
  return openedOn(memoryServer(texts));
}

/** The store of a page that opens the flow. */
export async function openedOn(server: ReturnType<typeof memoryServer>) {
  const told: string[] = [];
  const flow = createFlowStore({
    wire: server.wire,
    storageKey: 'draft:1:flow:campaign:1',
    tell: (call) => told.push(call.fails),
    clock: () => Date.now(),
  });
  await flow.load();
  server.log.length = 0;
  const entries = () => flow.store.getState().entries;
  const entry = (index: number) => {
    const found = entries()[index];
    if (!found) throw new Error(`No entry ${index}`);
    return found;
  };
  return {
    server,
    told,
    flow,
    entries,
    entry,
    shown: () => entries().map(({ step }) => textOf(step)),
    type: (index: number, text: string) =>
      flow.edit(entry(index).key, (step) => ({ ...step, text }) as Step, 'after-pause'),
  };
}
