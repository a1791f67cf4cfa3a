/** Short links whose clicks are counted (domain.md; the metrics of access-and-reports, section 3). */
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { paging } from './campaigns.ts';
import { call, rows, wire } from './kernel/call.ts';
import { int, orElse, text } from './kernel/codec.ts';

export const links = {
  list: call(
    'shortURL/linkList',
    {
      ...paging,
      length: wire('iDisplayLength', orElse(int(1, 100), PAGE_LIMITS.pageSize)),
    },
    {
      links: wire(
        'LINKS',
        rows({
          id: wire('ID', int()),
          name: wire('NAME', text(255)),
          url: wire('URL', text(4000)),
          campaignId: wire('BATCHID', int()),
          campaign: wire('BATCHNAME', text(255)),
          clicks: wire('CLICKS', int()),
          people: wire('PEOPLE', int()),
          previews: wire('PREVIEWS', int()),
          scans: wire('SCANS', int()),
          lastClick: wire('LASTCLICK', text(40)),
          createDate: wire('CREATED_DT', text(40)),
        }),
      ),
      start: wire('START', int()),
    },
    { about: 'The short links of the account, newest first, with what became of them.' },
  ),
};
