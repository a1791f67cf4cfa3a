/** Campaigns and templates (access-and-reports, sections 2.8, 2.9 and 7; flows-and-lists, section 7). */
import { LANGUAGES } from '@parley/rules/languages.ts';
import { PAGE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, name, oneOf, orElse, raw, text } from './kernel/codec.ts';

export const paging = {
  start: wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0)),
  search: wire('iSearchStr', orElse(text(255), '')),
};
const batch = wire('inpBatchId', id);
const language = oneOf(...LANGUAGES.map(({ code }) => code));
export const templateFlag = wire('inpTemplateFlag', orElse(flag, false));

export const campaigns = {
  list: call(
    'campaign/campaignlist',
    {
      ...paging,
      length: wire('iDisplayLength', orElse(int(1, PAGE_LIMITS.picker), PAGE_LIMITS.pageSize)),
      show: wire('inpShow', orElse(oneOf('all', 'active', 'deleted'), 'all')),
      /**
       * Absent: all. 0: without copies that automata made, as far as their source is active. Else the copies
       * of one campaign.
       */
      runsOf: wire('inpRunsOf', orElse(int(0), undefined)),
    },
    {
      start: wire('START', orElse(int(), 0)),
      campaigns: wire(
        'CAMPAIGNS',
        rows({
          id: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
          keyword: wire('KEYWORD', text(50)),
          /** Further keywords on all channels, each once. */
          furtherKeywords: wire('KEYWORDS', orElse(raw<readonly string[]>('list of keywords'), [])),
          /**
           * Names of the channels where it answers what nothing else does, and where outside the opening
           * hours.
           */
          catchAllOf: wire('CATCHALLOF', orElse(raw<readonly string[]>('list of names'), [])),
          closedOf: wire('CLOSEDOF', orElse(raw<readonly string[]>('list of names'), [])),
          group: wire('GROUPNAME', text(255)),
          templateName: wire('TEMPNAME', text(255)),
          templateId: wire('TEMPID', int()),
          icon: wire('SVGICON', orElse(int(), 0)),
          finished: wire('ISFINISHED', flag),
          active: wire('ACTIVE', raw<'0' | '1'>("'1' or '0'")),
          /** People who have opted out and texted its keyword since. */
          askedAfterStop: wire('ASKEDAFTERSTOP', orElse(int(), 0)),
          /** The campaign that an automata copied it from for a run; 0: it is no such copy. */
          runOf: wire('RUNOF', orElse(int(), 0)),
          /**
           * Active copies that automata made of it, and the automata that made the newest; 0: none, or it is
           * gone.
           */
          runs: wire('RUNS', orElse(int(), 0)),
          runsBy: wire('RUNSBY', orElse(int(), 0)),
          /** A keyword, a blast or an automata leads to it now. */
          running: wire('RUNNING', orElse(flag, false)),
          /** What failed in its conversations in the last seven days, and the newest of it. */
          faults: wire('FAULTS', orElse(int(), 0)),
          fault: wire('FAULT', orElse(text(500), '')),
          /** People who began it in these days while its check found errors; 0 once it finds none. */
          reached: wire('REACHED', orElse(int(), 0)),
        }),
      ),
    },
    {
      about:
        'A page of campaigns, newest first; deleted ones too, with ACTIVE 0, unless inpShow names one kind.',
    },
  ),
  details: call(
    'campaign/getBatchDetails',
    { campaign: batch },
    {
      id: wire('BATCHID', int()),
      name: wire('DESC', text(255)),
      group: wire('GROUPID', int()),
      xml: wire('XMLCONTROLSTRING', text(1_000_000)),
      channel: wire('SHORTCODEID', int()),
      channelNumber: wire('SHORTCODE', text(32)),
      shortLink: wire('MLPID', int()),
      template: wire('TEMPLATEID', int()),
      scheduleOption: wire('SCHEDULEOPTION', int()),
      templateType: wire('TEMPLATETYPE', int()),
      active: wire('ACTIVE', raw<'0' | '1'>("'1' or '0'")),
    },
    { about: 'One campaign.' },
  ),
  remove: call(
    'campaign/LogicalDeleteBatch',
    { campaign: batch, isTemplate: templateFlag },
    {},
    {
      about:
        'Deletes a campaign so that it can be restored, its keyword becomes free; or a template of the account’s own.',
    },
  ),
  restore: call(
    'campaign/LogicalRecoverBatch',
    { campaign: batch, isTemplate: templateFlag },
    {},
    {
      about:
        'Restores a deleted campaign, with its keyword when that is still free; or a template of the account’s own.',
    },
  ),
  duplicate: call(
    'campaign/CloneCampaign',
    { campaign: batch },
    { id: wire('BATCHID', int()) },
    {
      about: 'Copies a campaign with its steps, without its keyword.',
    },
  ),
  loadName: call(
    'campaign/LoadBatchDesc',
    { campaign: batch, isTemplate: templateFlag },
    { name: wire('DESC', text(255)), active: wire('ACTIVE', raw<'0' | '1'>("'1' or '0'")) },
    {
      fails: 'Load Campaign Description Failed',
      about: 'The name of a campaign or template; ACTIVE 0: it is deleted.',
    },
  ),
  saveName: call(
    'campaign/SaveBatchDesc',
    { campaign: batch, name: wire('inpDesc', name(TEXT_LIMITS.name)), isTemplate: templateFlag },
    { name: wire('DESC', text(255)) },
    { fails: 'Save Campaign Description Failed', about: 'Renames a campaign or template.' },
  ),
  loadLanguage: call(
    'campaign/LoadLanguage',
    { campaign: batch, isTemplate: templateFlag },
    { language: wire('LANGUAGE', text(20)) },
    { about: 'The language (BCP 47) that the texts of a campaign or template are written in.' },
  ),
  saveLanguage: call(
    'campaign/SaveLanguage',
    { campaign: batch, language: wire('LANGUAGE', language), isTemplate: templateFlag },
    { language: wire('LANGUAGE', text(20)) },
    {
      about:
        'Says in which language the texts of a campaign or template are written; refused for one that its steps are translated into.',
    },
  ),
};

export const templates = {
  list: call(
    'control-flow-template/TemplateList',
    paging,
    {
      start: wire('START', orElse(int(), 0)),
      templates: wire(
        'TEMPLATES',
        rows({
          id: wire('KEY', int()),
          name: wire('NAME', text(255)),
          description: wire('DESC', text(1000)),
          type: wire('TYPE', int()),
          icon: wire('SVGICON', int()),
          legacyId: wire('LEGACYID', orElse(int(), 0)),
          own: wire('OWN', orElse(flag, false)),
        }),
      ),
    },
    { fails: 'Failed Load', about: 'The templates a campaign can be made from.' },
  ),
  icons: call(
    'control-flow-template/LoadTemplateIcons',
    { search: wire('iSearchStr', orElse(text(255), '')) },
    {
      icons: wire('ICONS', rows({ id: wire('PKId_int', int()), svg: wire('SVGIcon_vch', text(20_000)) })),
    },
    { about: 'The pictures of templates, as SVG.' },
  ),
  createCampaign: call(
    'control-point/AddNewBatchFromTemplate',
    { template: wire('TID', id) },
    {
      campaign: wire('BATCHID', int()),
      name: wire('DESC', text(255)),
      templateType: wire('TEMPLATETYPE', int()),
    },
    { fails: 'Add Campaign Failed', about: 'Makes a campaign from a template.' },
  ),
  questionTemplates: call(
    'control-point/CPTemplateList',
    { filter: wire('Filter', orElse(text(255), '')) },
    {
      templates: wire(
        'TEMPLATES',
        rows({
          id: wire('ID', int()),
          name: wire('NAME', text(255)),
          template: wire('TEMPLATE', text(100_000)),
        }),
      ),
    },
    {
      fails: 'Load CP Question Templates Failed',
      about: 'Ready-made questions; TEMPLATE is the JSON text of a control point.',
    },
  ),
  saveAsTemplate: call(
    'control-flow-template/SaveCampaignAsTemplate',
    { campaign: batch, name: wire('inpDesc', name(TEXT_LIMITS.name)) },
    { template: wire('TID', int()) },
    { about: 'Saves a campaign as a template of the account’s own.' },
  ),
};
