const KEY_BYTES = 16;

/** A key that nobody else has; not by `randomUUID`, which pages without TLS lack. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
