/** For tests of the store: a server of one flow in memory, and the store opened on it. */
import { calls, encodeFields } from '@parley/contract';
import { blankStep } from '@parley/engine/blank-step.ts';
import type { Step } from '@parley/engine/flow.ts';
import { AskError } from '../../data/ask.ts';
import { createFlowStore } from './flow-store.ts';
import type { FlowWire } from './wire.ts';

export const words = (text: string, id = 0): Step => ({ ...blankStep('message'), id, text }) as Step;
export const textOf = (step: Step | undefined) => (step && 'text' in step ? step.text : undefined);

type StoredPoint = { step: Step; version: number };

/** The steps as they are stored, numbered from 1. */
class MemoryFlow {
  stored: StoredPoint[];
  #lastId = 100;

  constructor(texts: string[]) {
    this.stored = texts.map((text, index) => ({
      step: { ...words(text, this.nextId()), position: index + 1 } as Step,
      version: 1,
    }));
  }

  nextId = (): number => ++this.#lastId;

  put(list: StoredPoint[]): void {
    this.stored = list.map((point, index) => ({
      ...point,
      step: { ...point.step, position: index + 1 } as Step,
    }));
  }
}

/** The way to the server: what was asked, and how it is kept from answering. */
class MemoryLine {
  readonly log: string[] = [];
  #down: AskError | null = null;
  #once: AskError | null = null;
  #held: Promise<void> | null = null;
  #late: Promise<void> | null = null;

  #lateSave: Promise<void> | null = null;

  late = (): Promise<void> | null => this.#late;
  lateSave = (): Promise<void> | null => this.#lateSave;

  async reach(what: string): Promise<void> {
    this.log.push(what);
    if (this.#held) await this.#held;
    const failure = this.#once ?? this.#down;
    this.#once = null;
    if (failure) throw failure;
  }

  fail(error: AskError | null): void {
    this.#down = error;
  }

  /** The next call fails, later ones do not. */
  failOnce(error: AskError): void {
    this.#once = error;
  }

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return () => {
      this.#held = null;
      resolve();
    };
  }

  /** The flow is read as it is then, and the answer takes until it is released. */
  answerLate(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#late = promise;
    return () => {
      this.#late = null;
      resolve();
    };
  }

  /** A step is stored, and the answer takes until it is released. */
  answerSaveLate(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lateSave = promise;
    return () => {
      this.#lateSave = null;
      resolve();
    };
  }
}

function memoryWire(flow: MemoryFlow, line: MemoryLine): FlowWire {
  return {
    read: async () => {
      await line.reach('read');
      const read = structuredClone(flow.stored);
      await line.late();
      return read;
    },
    save: async ({ step, version }) => {
      await line.reach(`save ${step.id} v${version} ${textOf(step)}`);
      const known = flow.stored.find((point) => point.step.id === step.id);
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
      const now = known.version;
      await line.lateSave();
      return now;
    },
    add: async (step) => {
      await line.reach(`add ${textOf(step)} at ${step.position}`);
      const id = flow.nextId();
      const point = { step: { ...structuredClone(step), id } as Step, version: 1 };
      flow.put(flow.stored.toSpliced(step.position - 1, 0, point));
      return { id, version: 1 };
    },
    paste: async (points, position) => {
      await line.reach(`paste ${points.length} at ${position}`);
      const ids = new Map(points.map(({ step }) => [step.id, flow.nextId()]));
      const copies = points.map(({ step }) => {
        const moved = { ...structuredClone(step), id: ids.get(step.id) ?? 0, next: ids.get(step.next) ?? 0 };
        return { step: moved as Step, version: 1 };
      });
      flow.put(flow.stored.toSpliced(position - 1, 0, ...copies));
      return structuredClone(flow.stored);
    },
    move: async (id, position) => {
      await line.reach(`move ${id} to ${position}`);
      const rest = flow.stored.filter((point) => point.step.id !== id);
      const moved = flow.stored.filter((point) => point.step.id === id);
      flow.put(rest.toSpliced(position - 1, 0, ...moved));
    },
    remove: async (id) => {
      await line.reach(`remove ${id}`);
      flow.put(flow.stored.filter((point) => point.step.id !== id));
    },
  };
}

/**
 * A server of one flow in memory: versions count up, stale saves are refused with the stored step, as the
 * real one does.
 */
export function memoryServer(texts: string[]) {
  const flow = new MemoryFlow(texts);
  const line = new MemoryLine();
  return {
    wire: memoryWire(flow, line),
    log: line.log,
    stored: () => flow.stored,
    texts: () => flow.stored.map(({ step }) => textOf(step)),
    /** Another author saves a step. */
    elsewhere: (index: number, text: string) => {
      const point = flow.stored[index];
      if (point) {
        point.step = { ...point.step, text } as Step;
        point.version += 1;
      }
    },
    fail: (error: AskError | null) => line.fail(error),
    failOnce: (error: AskError) => line.failOnce(error),
    hold: () => line.hold(),
    answerLate: () => line.answerLate(),
    answerSaveLate: () => line.answerSaveLate(),
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
