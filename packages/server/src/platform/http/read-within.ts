/** The bytes of a body; null when they are more than `most`, and then the rest is not read. */
export async function readWithin(body: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop ends the body.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
