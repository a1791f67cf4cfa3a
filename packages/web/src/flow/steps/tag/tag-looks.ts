import { IconTag } from '@tabler/icons-react';
import { quoted } from '../../../data/isolated.ts';
import { common } from '../../../kit/wordings.ts';
import { oneLine } from '../../model/one-line.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const tagLooks: StepLooks<'tag'> = {
  name: common.tag,
  label: common.tag,
  help: wordings.kinds.saveAnAnswer,
  icon: IconTag,
  group: 'Contact',
  summary: ({ tag, value }) => {
    if (tag === '') return '';
    return value === '' ? wordings.summaries.lastResponse(tag) : `${quoted(oneLine(value))} → ${tag}`;
  },
  ...NO_WAYS,
};
