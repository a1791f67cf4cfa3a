/** The time to live of a message as SMPP 3.4, 7.1.1, writes times: 'YYMMDDhhmmsstnnp', 16 characters. */
import { type OutgoingMessage, validityOf } from '../carrier.ts';
import type { SmppSettings } from './smpp-settings.ts';

/** The field of submit_sm; none where the message has no limit, or the carrier is not told of it. */
export function validityField(
  message: OutgoingMessage,
  validity: SmppSettings['validity'],
  now: Date,
): { validity_period?: string } {
  const ms = validityOf(message, now);
  if (ms === null || validity === 'none') return {};
  return { validity_period: validity === 'relative' ? relative(ms) : absolute(new Date(now.getTime() + ms)) };
}

/** A span: days, hours, minutes, seconds. Months and years, whose length depends, stay 0. */
function relative(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const parts = [seconds / 86_400, (seconds / 3_600) % 24, (seconds / 60) % 60, seconds % 60];
  return `0000${parts.map((part) => two(Math.floor(part))).join('')}000R`;
}

/** A moment, with no quarters of an hour ahead of UTC. */
function absolute(at: Date): string {
  const digits = at.toISOString().replace(/\D/g, '');
  return `${digits.slice(2, 14)}000+`;
}

const two = (part: number) => String(part).padStart(2, '0');
