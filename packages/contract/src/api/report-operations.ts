import { z } from 'zod';
import { operation } from './operation.ts';
import { countOf, dayGiven, dayText, idGiven, idText } from './schema.ts';

const CampaignReport = z
  .strictObject({
    campaign: idText('campaign'),
    from: dayText,
    to: dayText,
    responses: countOf.meta({ description: 'Answers to its steps.' }),
    opt_ins: countOf,
    subscribers: countOf.meta({ description: 'People of these opt-ins who are on the lists now.' }),
    unpaid_messages: countOf.meta({ description: 'Messages that the balance had no room for.' }),
    days: z.array(z.strictObject({ day: dayText, responses: countOf, opt_ins: countOf })),
  })
  .meta({ id: 'CampaignReport', description: 'The figures of a campaign, as its report shows them.' });

export const reportOperations = {
  getCampaignReport: operation({
    method: 'GET',
    path: '/campaigns/{campaign}/report',
    resource: 'reports',
    scope: 'reports:read',
    summary: 'Get the figures of a campaign',
    description:
      'Of the days from `from` to `to`, both included, in the time zone of the account. With a segment, of its people alone; refused where that names something deleted.',
    query: z
      .strictObject({
        from: dayGiven,
        to: dayGiven,
        segment: idGiven('segment').optional().meta({ description: 'Only people who are in it now.' }),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'This must not be before “from”.' }),
    status: 200,
    answer: CampaignReport,
    mayBeRefused: true,
    example: {
      path: '/campaigns/cmp_12/report?from=2026-03-01&to=2026-03-02',
      answer: {
        campaign: 'cmp_12',
        from: '2026-03-01',
        to: '2026-03-02',
        responses: 0,
        opt_ins: 0,
        subscribers: 0,
        unpaid_messages: 0,
        days: [
          { day: '2026-03-01', responses: 0, opt_ins: 0 },
          { day: '2026-03-02', responses: 0, opt_ins: 0 },
        ],
      },
    },
  }),
};
