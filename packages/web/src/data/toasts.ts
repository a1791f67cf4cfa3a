/** Dismissible notices at the edge of the screen; the shell shows at most three at a time. */

import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import type { Call, FieldMap } from '@parley/contract';
import { outcomeOf } from '@parley/contract';
import { SCREEN } from '@parley/rules/limits.ts';
import type { ReactNode } from 'react';
import { AskError, isLost } from './ask.ts';
import { isolated } from './isolated.ts';
import { logFailure } from './log.ts';
import { wordings } from './wordings.ts';

const QUIET_MS = 5_000;
/** Long enough to read a refusal and act on it. */
const ERROR_MS = 12_000;

/** Shows a notice at once: while the screen holds as many as it may, the oldest one goes. Answers its id. */
export function showToast(toast: NotificationData): string {
  const { notifications: shown } = notificationsStore.getState();
  const oldest = shown.length >= SCREEN.toasts ? shown[0]?.id : undefined;
  if (oldest !== undefined) notifications.hide(oldest);
  const { message, title } = toast;
  return notifications.show({ ...toast, message: inParts(message), title: inParts(title) });
}

const inParts = (words: ReactNode) => (typeof words === 'string' ? isolated(words) : words);

export function showSuccess(message: string): void {
  showToast({ message, color: 'teal', autoClose: QUIET_MS });
}

export function showInfo(message: string, title?: string): void {
  showToast({ message, title, color: 'gray', autoClose: QUIET_MS });
}

export function showError(title: string, message = ''): void {
  showToast({ title, message, color: 'red', autoClose: ERROR_MS, role: 'alert' });
}

/**
 * What the server said, in one text: MESSAGE, and DETAIL when it is a sentence. The name of a field on the
 * wire is not for people.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof AskError)) return wordings.toasts.somethingWentWrong;
  const { kind, message, detail, reply } = error;
  // It stands in the form until the next try, also after signing in again above it.
  if (kind === 'signed-out') return wordings.toasts.thatDidntGoThroughBecause;
  if (kind === 'other-account')
    return wordings.toasts.notDone(message.charAt(0).toLowerCase(), message.slice(1));
  // The server only knows that it is not there; a screen that knows more says so in words of its own.
  if (kind === 'unknown' && message === outcomeOf(reply).message)
    return wordings.toasts.itMayHaveBeenDeleted(message);
  const field = detail.slice(detail.lastIndexOf('.') + 1);
  if (field !== '' && message.startsWith(`${field} `)) return capitalised(message.slice(field.length + 1));
  return detail.includes(' ') && kind !== 'network' ? `${message} ${detail}` : message;
}

/**
 * The words of a failure that is about one field of a form, to be shown at that field; undefined when it is
 * not.
 */
export function wordsAt<F extends FieldMap>(
  call: Call<F>,
  field: keyof F,
  error: unknown,
): string | undefined {
  return error instanceof AskError && error.detail === call.form[field]?.wire ? wordsOf(error) : undefined;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Shows a failed call: the catalogue's fixed wording as the title, the server's words below. Quiet calls are
 * only logged.
 */
export function showFailure(call: Pick<Call, 'path' | 'fails' | 'quiet'>, error: unknown): void {
  if (isLost(error)) return;
  if (call.quiet) {
    logFailure(call.path, error);
    return;
  }
  showError(call.fails === '' ? wordings.toasts.thatDidntWork : call.fails, wordsOf(error));
}
