/**
 * D: characters of a flow as it is stored, and of one of its steps: conversations read it as a whole, and
 * each edit checks it.
 */
export const FLOW_SIZE = { flow: 4 * 1024 * 1024, step: 512 * 1024 } as const;
