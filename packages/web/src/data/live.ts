/** The live connection: one WebSocket for the page, reconnecting with a growing, jittered pause. */
import { decodeLive, LIVE_PATH, type LiveMessage, type Whereabouts } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { logFailure } from './log.ts';
import { wordings } from './wordings.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'lost';
export const useLiveState = create<{ state: LiveState }>(() => ({ state: 'off' }));

type Handler = (message: LiveMessage) => void;
const handlers = new Map<LiveMessage['type'], Set<Handler>>();
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The server closes with this code when nobody is signed in. */
const SIGNED_OUT_CODE = 4401;

let socket: WebSocket | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let tries = 0;
type LiveEvents = {
  /** The connection is back after a loss: what was missed must be asked for. */
  onReconnect: () => void;
  /** The server says that the session is over. */
  onSignedOut: () => void;
  /** It did not open: the server is away, or nobody is signed in. A browser cannot tell which of the two. */
  onRefused: () => void;
};
let events: LiveEvents = {
  onReconnect: () => undefined,
  onSignedOut: () => undefined,
  onRefused: () => undefined,
};

/** Opens the connection and keeps it open until {@link stopLive}. */
export function startLive(tell: LiveEvents): void {
  if (socket || timer !== undefined) return;
  events = tell;
  connect();
  window.addEventListener('online', reconnectNow);
}

/** Closes the connection for good, e.g. on signing out. */
export function stopLive(): void {
  window.removeEventListener('online', reconnectNow);
  clearTimeout(timer);
  timer = undefined;
  tries = 0;
  const closing = socket;
  socket = null;
  closing?.close();
  useLiveState.setState({ state: 'off' });
}

function reconnectNow(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  connect();
}

function connect(): void {
  timer = undefined;
  useLiveState.setState({ state: tries === 0 ? 'connecting' : 'lost' });
  const opened = new WebSocket(new URL(LIVE_PATH, location.href.replace(/^http/, 'ws')));
  socket = opened;
  let hasOpened = false;
  opened.addEventListener('open', () => {
    const wasLost = tries > 0;
    hasOpened = true;
    tries = 0;
    useLiveState.setState({ state: 'live' });
    if (wasLost) events.onReconnect();
  });
  opened.addEventListener('message', (event) => dispatch(String(event.data)));
  opened.addEventListener('close', ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    if (code === SIGNED_OUT_CODE) {
      stopLive();
      events.onSignedOut();
      return;
    }
    tries += 1;
    useLiveState.setState({ state: 'lost' });
    timer = setTimeout(connect, pauseAfter(tries, Math.random()));
    if (!hasOpened) events.onRefused();
  });
}

/**
 * Half to all of 0.5 s, 1 s, 2 s … 30 s: servers that come back are not met by everybody in the same moment.
 */
export function pauseAfter(failures: number, random: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random;
}

function dispatch(text: string): void {
  let message: LiveMessage;
  try {
    message = decodeLive(text);
  } catch (error) {
    logFailure(wordings.live.liveMessage, error);
    return;
  }
  for (const handler of handlers.get(message.type) ?? []) handler(message);
}

/** Tells the others of the account where this page is; nothing while there is no connection. */
export function tellWhereabouts(where: Whereabouts): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(where));
}

/** Runs `handler` for each live message of a type while the component is shown. */
export function useLive<K extends LiveMessage['type']>(
  type: K,
  handler: (message: Extract<LiveMessage, { type: K }>) => void,
): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => {
    const call: Handler = (message) => newest.current(message as Extract<LiveMessage, { type: K }>);
    const group = handlers.get(type) ?? new Set();
    handlers.set(type, group.add(call));
    return () => {
      group.delete(call);
    };
  }, [type]);
}
