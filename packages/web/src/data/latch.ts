/**
 * Lets through one press of a button at a time, and gives what a person means to do a key that is the same
 * when it is sent again.
 */
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { AskError } from './ask.ts';
import { randomKey } from './random-key.ts';

type Pressed<R> = {
  /** What was asked: a press that asks for something else is another one. */
  asked: string;
  button: string;
  key: string;
  answer: Promise<R>;
  state: 'running' | 'done' | 'unanswered' | 'failed';
  endedAt: number;
};

export type Latch<R> = {
  /**
   * Starts what was pressed and answers its end. While that runs, and for a moment after its success, the
   * same press is no new one: it gets the end of the first. `button`: what makes two presses the same, where
   * it is not what is asked. After a failure that leaves open whether it was done, the same press goes out
   * with the same key.
   */
  press: (asked: string, start: (key: string) => Promise<R>, button?: string) => Promise<R>;
};

export function createLatch<R>(now: () => number = () => performance.now()): Latch<R> {
  let last: Pressed<R> | null = null;

  function holds({ button, state, endedAt }: Pressed<R>, again: string): boolean {
    if (button !== again) return false;
    return state === 'running' || (state === 'done' && now() - endedAt < PAUSES_MS.secondPress);
  }

  return {
    press(asked, start, button = asked) {
      if (last && holds(last, button)) return last.answer;
      const key = last?.asked === asked && last.state === 'unanswered' ? last.key : randomKey();
      const pressed: Pressed<R> = { asked, button, key, answer: start(key), state: 'running', endedAt: 0 };
      last = pressed;
      const end = (state: Pressed<R>['state']) => {
        pressed.state = state;
        pressed.endedAt = now();
      };
      pressed.answer.then(
        () => end('done'),
        (error: unknown) => end(leavesOpen(error) ? 'unanswered' : 'failed'),
      );
      return pressed.answer;
    },
  };
}

const leavesOpen = (error: unknown) => error instanceof AskError && error.kind === 'network';
