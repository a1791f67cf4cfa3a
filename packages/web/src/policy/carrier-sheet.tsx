/** The page that a carrier gets: who texts whom, how people came to it, what they are told, how it ends. */

import { Title } from '@mantine/core';
import { confirmationText } from '@parley/rules/confirmation-text.ts';
import { HELP_WORDS, NAMED_STOP_WORDS, START_WORDS } from '@parley/rules/opt-out-words.ts';
import { type OwnReplies, type ReplyKind, reservedReply } from '@parley/rules/reserved-replies.ts';
import type { ReactNode } from 'react';
import { quoted } from '../data/isolated.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Fact } from './fact.tsx';
import classes from './policy.module.css';
import { sampleTexts } from './sample-texts.ts';
import type { CarrierPack } from './use-carrier-pack.ts';
import { wordings } from './wordings.ts';

const words = wordings.carrierReview;
type PartProps = { pack: CarrierPack };

export function CarrierSheet({ pack }: PartProps) {
  return (
    <article className={`card ${classes.sheet}`} data-print>
      <Title order={2}>{words.programOf(pack.account.accountName)}</Title>
      <Program pack={pack} />
      <OptIn pack={pack} />
      <Messages pack={pack} />
      <Keywords pack={pack} />
      <p className={classes.printed}>
        <Filled
          words={words.asConfiguredOn}
          parts={{ day: <DateText at={new Date().toISOString()} as="date" /> }}
        />
      </p>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Title order={3}>{title}</Title>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}

/** The page as anybody can open it: until it is saved its words are suggestions. */
const openPage = ({ list }: CarrierPack) =>
  list && list.page.version > 0 && list.page.isOn ? list.page : undefined;

function Program({ pack }: PartProps) {
  const { account, channel } = pack;
  const page = openPage(pack);
  return (
    <Part title={words.program}>
      <Fact label={words.programName}>{account.accountName}</Fact>
      <Fact label={words.purpose}>{page && [page.headline, page.text].filter(Boolean).join('\n')}</Fact>
      <Fact label={words.sender}>{phoneText(channel.number)}</Fact>
      <Fact label={words.businessContact}>{account.contactInfo.trim()}</Fact>
      <Fact label={words.terms}>{page && page.terms.trim() !== '' && `${page.url}/terms`}</Fact>
      <Fact label={words.privacy}>{page && page.privacy.trim() !== '' && `${page.url}/privacy`}</Fact>
    </Part>
  );
}

function OptIn({ pack }: PartProps) {
  const { account, channel, list, campaigns } = pack;
  const page = openPage(pack);
  const asked = page || list?.asksEverybody;
  const keywords = campaigns.filter(({ keyword }) => keyword !== '');
  return (
    <Part title={words.optIn}>
      <Fact label={words.signUpAt}>{page?.url}</Fact>
      <Fact label={words.wordsShown}>{page && words.boxBefore(page.consent, page.button)}</Fact>
      <Fact label={words.byText}>
        {keywords.length > 0 &&
          keywords
            .map(({ keyword, name }) => words.textKeyword(keyword, phoneText(channel.number), name))
            .join('\n')}
      </Fact>
      <Fact label={words.doubleOptIn}>
        {list && asked && (list.asksEverybody ? words.everybodyConfirms : words.signUpsConfirm)}
      </Fact>
      <Fact label={words.confirmationText}>
        {list && asked && quoted(confirmationText(account.accountName, list.page.listName, page?.language))}
      </Fact>
    </Part>
  );
}

function Messages({ pack }: PartProps) {
  const { account, campaigns, disclosure, cap } = pack;
  return (
    <Part title={words.messages}>
      <Fact label={words.frequency}>
        {cap.sends > 0 ? words.atMost(cap.sends, cap.days) : words.frequencyVaries}
      </Fact>
      <Fact label={words.rates}>{words.ratesMayApply}</Fact>
      <Fact label={words.firstMessage}>{disclosure !== '' && quoted(disclosure)}</Fact>
      {campaigns.map(({ id, name, steps }) => {
        const samples = sampleTexts(steps, account.linkBase, campaigns.length);
        return (
          <Fact key={id} label={words.samplesFrom(name)}>
            {samples.length > 0 && (
              <ol className={classes.samples}>
                {samples.map((text) => (
                  <li key={text}>
                    <bdi>{text}</bdi>
                  </li>
                ))}
              </ol>
            )}
          </Fact>
        );
      })}
    </Part>
  );
}

function Keywords({ pack }: PartProps) {
  const { name, words: own, replies } = pack.answers;
  const ownReplies: OwnReplies = Object.fromEntries(
    replies.filter(({ text }) => text !== '').map(({ reply, text }) => [reply, text]),
  );
  const contact = { name, contactInfo: pack.account.contactInfo, replies: ownReplies };
  const reply = (kind: ReplyKind) => quoted(reservedReply(kind, contact));
  return (
    <Part title={words.helpAndStop}>
      <Fact label={words.helpWords}>{inCapitals(HELP_WORDS)}</Fact>
      <Fact label={words.helpReply}>{reply('help')}</Fact>
      <Fact label={words.stopWords}>{words.andLike(inCapitals([...NAMED_STOP_WORDS, ...own]))}</Fact>
      <Fact label={words.stopReply}>{reply('stop')}</Fact>
      <Fact label={words.startWords}>{inCapitals(START_WORDS)}</Fact>
      <Fact label={words.startReply}>{reply('start')}</Fact>
    </Part>
  );
}

const inCapitals = (list: readonly string[]) => list.map((word) => word.toUpperCase()).join(', ');
