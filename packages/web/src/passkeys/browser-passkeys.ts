/** What the browser does with passkeys, in dialogs of its own (W3C Web Authentication, level 3). */
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '@parley/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { AskError } from '../data/ask.ts';
import { wordings } from './wordings.ts';

/** Loaded for those who use it: the sign-in page is the first one that anybody waits for. */
const library = () => import('@simplewebauthn/browser');

/**
 * Browsers have passkeys at names that are reached over HTTPS, and at `localhost`: never at a bare address of
 * the network.
 */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the browser offers them by itself at a field for the user's name. */
export async function canAutofillPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  const { browserSupportsWebAuthnAutofill } = await library();
  return browserSupportsWebAuthnAutofill();
}

/**
 * What a passkey that the person picks has signed. `atField`: it is offered at the field for the user's name,
 * and this waits until one is picked. `over`: nobody waits for it any more, and the browser stops asking;
 * then it is null. @throws AskError in words for the person.
 */
export async function proofOf(
  options: PasskeyOptions,
  over: AbortSignal,
  atField = false,
): Promise<PasskeyAssertion | null> {
  const { startAuthentication, WebAuthnAbortService } = await library();
  if (over.aborted) return null;
  const stop = () => WebAuthnAbortService.cancelCeremony();
  over.addEventListener('abort', stop);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  try {
    const proof = await startAuthentication({ optionsJSON, useBrowserAutofill: atField });
    return over.aborted ? null : (proof as PasskeyAssertion);
  } catch (error) {
    if (over.aborted) return null;
    throw new AskError('refused', isStopped(error) ? wordings.trouble.notUsed : troubleOf(error));
  } finally {
    over.removeEventListener('abort', stop);
  }
}

/** A new passkey; null: the person closed the browser's dialog. @throws AskError in words for the person. */
export async function newPasskey(options: PasskeyOptions): Promise<PasskeyAttestation | null> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    if (isStopped(error)) return null;
    throw new AskError('refused', troubleOf(error));
  }) as Promise<PasskeyAttestation | null>;
}

type BrowserError = { name?: string; code?: string };

/** The dialog was closed, took too long, or nothing in it fitted: browsers do not tell which. */
const isStopped = (error: unknown): boolean => {
  const { name, code } = error as BrowserError;
  return code === 'ERROR_CEREMONY_ABORTED' || name === 'NotAllowedError' || name === 'AbortError';
};

function troubleOf(error: unknown): string {
  const { name, code } = error as BrowserError;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return wordings.trouble.hasOne;
  const isOtherAddress = code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID';
  return isOtherAddress || name === 'SecurityError'
    ? wordings.trouble.otherAddress
    : wordings.trouble.notAble;
}
