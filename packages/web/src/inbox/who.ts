import { wordings } from './wordings.ts';

type Assigned = { assignee: number; assigneeName: string };

/** What colleagues call somebody of the team: the part of the address before the @. */
export const shortName = (email: string): string => email.split('@')[0] ?? email;

/** Who takes care of a conversation, as `user` reads it. */
export const nameOf = ({ assignee, assigneeName }: Assigned, user: number): string =>
  assignee === user ? wordings.who.you : shortName(assigneeName);
