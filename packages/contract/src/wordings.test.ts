/** The fixed wordings of failures, as both documents have them in section 8. */
import { expect, test } from 'vitest';
import { calls } from './api-index.ts';

test.each([
  ['control points that fail to load', calls.flow.read.fails, 'Failed Load'],
  ['one control point that fails to load', calls.flow.readStep.fails, 'Failed Load'],
  ['templates that fail to load', calls.templates.list.fails, 'Failed Load'],
  ['saving a control point', calls.flow.saveStep.fails, 'Auto Save Changes Failed'],
  ['adding a control point', calls.flow.addStep.fails, 'Add Object Failed'],
  ['moving', calls.flow.moveStep.fails, 'Move Failed'],
  ['deleting a control point', calls.flow.deleteStep.fails, 'Delete - Auto Save Changes Failed'],
  ['adding a campaign', calls.templates.createCampaign.fails, 'Add Campaign Failed'],
  ['loading the description', calls.campaigns.loadName.fails, 'Load Campaign Description Failed'],
  ['saving the description', calls.campaigns.saveName.fails, 'Save Campaign Description Failed'],
  ['saving a keyword', calls.keyword.save.fails, 'Auto Save Keyword Failed'],
  ['question templates', calls.templates.questionTemplates.fails, 'Load CP Question Templates Failed'],
])('%s fails with its wording', (_what, fails, wording) => expect(fails).toBe(wording));
