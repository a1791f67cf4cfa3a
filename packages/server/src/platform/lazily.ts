/** Makes a value at its first use: for texts of statements that are put together when all hooks are wired. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
