/**
 * What a server keeps in memory as long as it runs: caches, queues, pauses, connections. Nothing of it is
 * needed for correctness. It lies in `services.runtime`; each module names its own part with {@link
 * inRuntime}.
 */
export class Runtime {
  private readonly parts = new Map<object, unknown>();

  part<T>(key: object, make: () => T): T {
    if (!this.parts.has(key)) this.parts.set(key, make());
    return this.parts.get(key) as T;
  }

  forget(key: object): void {
    this.parts.delete(key);
  }
}

type HasRuntime = { runtime: Runtime };

export type RuntimePart<T, S extends HasRuntime> = {
  /** The part of this server, made at its first use. */
  (services: S): T;
  /** The next use makes it anew. */
  forget: (services: HasRuntime) => void;
};

/** Names a part of the runtime; `make` makes it for a server. */
export function inRuntime<T, S extends HasRuntime = HasRuntime>(make: (services: S) => T): RuntimePart<T, S> {
  const part = (services: S) => services.runtime.part(make, () => make(services));
  return Object.assign(part, { forget: ({ runtime }: HasRuntime) => runtime.forget(make) });
}
