import { Anchor, Button, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { displayPhone } from '@parley/rules/phone.ts';
import { Link } from 'react-router';
import { useCall } from '../data/use-call.ts';
import classes from './phones.module.css';
import { wordings } from './wordings.ts';

const ALWAYS = ['STOP', 'START', 'HELP'];

type KeywordsProps = {
  /** The phone that would text; empty: there is none. */
  phone: string;
  onPick: (word: string) => void;
};

/** The account's keywords, and the words that work before any campaign. */
export function PhoneKeywords({ phone, onPick }: KeywordsProps) {
  const { data } = useCall(calls.campaigns.list, {
    start: 0,
    search: '',
    length: PAGE_LIMITS.picker,
    show: 'active',
    runsOf: undefined,
  });
  const withKeyword = (data?.campaigns ?? []).filter(({ keyword }) => keyword !== '');
  const disabled = phone === '';
  return (
    <section className={`card ${classes.panel}`}>
      <Title order={2}>{wordings.phoneKeywords.keywords}</Title>
      <Text c="dimmed">
        {disabled
          ? wordings.phoneKeywords.putAPhone
          : wordings.phoneKeywords.tapOneToText(displayPhone(phone))}
      </Text>
      {data && withKeyword.length === 0 && (
        <Text c="dimmed">
          {wordings.phoneKeywords.noCampaignHasAKeyword}{' '}
          <Anchor component={Link} to="/campaign/manage" underline="always">
            {wordings.phoneKeywords.giveOneAKeyword}
          </Anchor>
        </Text>
      )}
      {withKeyword.length > 0 && (
        <ul className={classes.keywords}>
          {withKeyword.map(({ id, keyword, name }) => (
            <li key={id}>
              <Button
                variant="light"
                size="compact-md"
                disabled={disabled}
                onClick={() => onPick(keyword)}
                className={classes.keyword ?? ''}
              >
                {keyword}
              </Button>
              <Text c="dimmed" className="clamp-1" title={name}>
                {name}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.always}>
        {ALWAYS.map((word) => (
          <Button
            key={word}
            variant="default"
            size="compact-md"
            disabled={disabled}
            onClick={() => onPick(word)}
          >
            {word}
          </Button>
        ))}
      </div>
    </section>
  );
}
