/** /char/format: a text in the six styles that Unicode has letters for. */
import { Button, CopyButton, Group, Stack, Title } from '@mantine/core';
import { plainText, styleName, styleText, TEXT_STYLES } from '@parley/rules/text-styling.ts';
import { IconBold, IconCheck, IconClearFormatting, IconCopy, IconTextPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTextDraft } from '../data/draft.ts';
import { MessageBox } from '../flow/message-box/message-box.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import classes from './styling-tool.module.css';
import { wordings } from './wordings.ts';

const SAMPLE = wordings.stylingTool.bigSaleToday;

export function StylingTool() {
  const [text, setText] = useTextDraft('styling');
  const box = useRef<HTMLDivElement>(null);

  /** Changes what is selected, or all when nothing is, and keeps it selected. */
  const change = (turn: (part: string) => string, whole = text) => {
    const field = box.current?.querySelector('textarea');
    const from = field?.selectionStart ?? 0;
    const to = field?.selectionEnd ?? 0;
    const [start, end] = from === to ? [0, whole.length] : [from, to];
    const turned = turn(whole.slice(start, end));
    setText(whole.slice(0, start) + turned + whole.slice(end));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start, start + turned.length);
    });
  };
  const bold = (part: string) => styleText(part, 'bold');
  const styled = text !== plainText(text);

  return (
    <Page title={wordings.routes.textStyling} crumbs={[{ label: common.tools, to: '/tools' }]} width="normal">
      <Stack gap="lg">
        <div>
          <div ref={box}>
            <MessageBox
              label={common.message}
              placeholder={wordings.stylingTool.writeAMessage}
              value={text}
              onChange={setText}
              rows={4}
            />
          </div>
          <Group gap="xs" mt="xs">
            <Button
              variant="default"
              leftSection={<IconBold size={16} />}
              disabled={text === ''}
              onClick={() => change(bold)}
            >
              {wordings.stylingTool.bold}
            </Button>
            <Button
              variant="default"
              leftSection={<IconTextPlus size={16} />}
              onClick={() => change(bold, text === '' ? SAMPLE : text)}
            >
              {wordings.stylingTool.sample}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconClearFormatting size={16} />}
              disabled={!styled}
              onClick={() => change(plainText)}
            >
              {wordings.stylingTool.plain}
            </Button>
          </Group>
        </div>
        <Notice>{wordings.stylingTool.styledLettersAreUnicode}</Notice>
        <ul className={classes.styles}>
          {TEXT_STYLES.map((style) => {
            const shown = styleText(text || SAMPLE, style);
            return (
              <li key={style} className={`card ${classes.style}`}>
                <div className={classes.styleHead}>
                  <Title order={2}>{styleName(style)}</Title>
                  <CopyButton value={shown}>
                    {({ copied, copy }) => (
                      <Button
                        variant="subtle"
                        size="compact-md"
                        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                        onClick={copy}
                        aria-label={wordings.stylingTool.copyTheText(styleName(style))}
                      >
                        {copied ? wordings.stylingTool.copied : common.copy}
                      </Button>
                    )}
                  </CopyButton>
                </div>
                <p className={classes.text} data-sample={text === '' || undefined}>
                  {shown}
                </p>
              </li>
            );
          })}
        </ul>
      </Stack>
    </Page>
  );
}
