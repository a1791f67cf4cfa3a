/** What a key of REST v1 may do: the product's resources, to read or to change. */
const RESOURCES = {
  contacts: ['read', 'write'],
  lists: ['read', 'write'],
  tags: ['read', 'write'],
  'opt-outs': ['read', 'write'],
  segments: ['read', 'write'],
  campaigns: ['read', 'write'],
  channels: ['read'],
  messages: ['read', 'write'],
  blasts: ['read', 'write'],
  automations: ['read', 'write'],
  reports: ['read'],
  webhooks: ['read', 'write'],
  events: ['write'],
} as const satisfies Record<string, readonly ('read' | 'write')[]>;

export type ApiResource = keyof typeof RESOURCES;
export type ApiScope = {
  [R in ApiResource]: `${R}:${(typeof RESOURCES)[R][number]}`;
}[ApiResource];

/** In the order in which a person is asked for them. */
export const API_SCOPES = Object.entries(RESOURCES).flatMap(([resource, rights]) =>
  rights.map((right) => `${resource}:${right}`),
) as ApiScope[];
