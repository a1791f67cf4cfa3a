import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '../data/ask.ts';
import classes from './pictures.module.css';
import { wordings } from './wordings.ts';

type WithPictures = { text: string; media: readonly string[] };

/**
 * What the person wrote: of pictures without words the text is their addresses, which nobody needs to read.
 */
export const wordsBeside = ({ text, media }: WithPictures): string =>
  media.length > 0 && text === media.join('\n') ? '' : text;

const picturesCount = (count: number): string =>
  count === 1 ? wordings.pictures.picture : `${count} pictures`;

/** What the person wrote, in words, where pictures cannot be shown. */
export const saidOf = (message: WithPictures): string =>
  wordsBeside(message) ||
  (message.media.length > 0 ? picturesCount(message.media.length) : wordings.threadList.noText);

type PicturesProps = { message: number; media: readonly string[]; kept: readonly number[] };

/** Pictures of a message: our own copies; where there is none (yet), a link to where the carrier keeps it. */
export function Pictures({ message, media, kept }: PicturesProps) {
  return (
    <div className={classes.pictures}>
      {media.map((address, n) => (
        <Picture
          key={`${address} ${kept.includes(n)}`}
          address={kept.includes(n) ? addressOf(calls.inbox.picture, { message, place: n }) : address}
          isOurs={kept.includes(n)}
          name={wordings.pictures.pictureOf(n + 1, media.length)}
        />
      ))}
    </div>
  );
}

/** A carrier may ask for a sign-in, or keep something that is no picture: then the link says so. */
function Picture({ address, isOurs, name }: { address: string; isOurs: boolean; name: string }) {
  const [isShown, setShown] = useState(isOurs || address.startsWith('https://'));
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noreferrer"
      className={isShown ? classes.picture : classes.link}
    >
      {isShown ? (
        <img
          src={address}
          alt={name}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setShown(false)}
        />
      ) : (
        <>
          <IconPhoto size={16} aria-hidden /> {name}
          {wordings.pictures.atTheCarrier}
        </>
      )}
    </Anchor>
  );
}
