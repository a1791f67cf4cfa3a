/** A field of a step and the fields of CPData that it stands in, both ways. */
import type { Extra, OwnFields, StepType } from '@parley/engine/flow.ts';
import type { Codec } from '../kernel/codec.ts';
import { isOn, read, type Wire } from './read.ts';

export type Part<T> = {
  /** The names on the wire that it takes up. */
  takes: readonly string[];
  /** Throws a WireError that names the field. */
  read: (data: Wire) => T;
  /** `extra`: what else the step holds of the wire. */
  write: (value: T, extra: Extra) => Wire;
};

/** A step type on the wire: its TYPE, and where each field of its own stands. */
export type StepWire<T extends StepType> = {
  word: string;
  parts: { [F in keyof OwnFields<T>]-?: Part<OwnFields<T>[F]> };
};

/** A field that stands in one field of the wire. */
export function part<T>(name: string, codec: Codec<T>): Part<T> {
  return {
    takes: [name],
    read: (data) => read(data, name, codec),
    write: (value) => ({ [name]: codec.encode(value) }),
  };
}

/** A field that is on or off. */
export function toggle(name: string): Part<boolean> {
  return {
    takes: [name],
    read: (data) => isOn(data, name),
    write: (value) => ({ [name]: value ? 1 : 0 }),
  };
}

/** A field that the specification does not have: left out, both ways, where nothing is set. */
export function further<T>(
  name: string,
  codec: Codec<T>,
  isUnset: (value: T) => boolean,
): Part<T | undefined> {
  return {
    takes: [name],
    read: (data) => {
      const value = data[name] === undefined ? undefined : read(data, name, codec);
      return value === undefined || isUnset(value) ? undefined : value;
    },
    write: (value) => (value === undefined ? {} : { [name]: codec.encode(value) }),
  };
}
