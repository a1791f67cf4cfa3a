/**
 * Versions that were released: the last migration of each, and the SHA-256 of all up to it, joined in their
 * order. They stand in databases of customers and change no more.
 */
export const RELEASES: Readonly<Record<string, { last: string; sha256: string }>> = {
  '0.1.0': { last: '0029', sha256: '203ba8e27ea188259a3792b5d110cfdca21b9e31fa9cdef049111f0743c8672d' },
};
