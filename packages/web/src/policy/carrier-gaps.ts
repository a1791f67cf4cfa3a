/** What a carrier will miss in a program as it is configured. */
import { sampleTexts } from './sample-texts.ts';
import type { CarrierPack } from './use-carrier-pack.ts';
import { wordings } from './wordings.ts';

/** Something that is missing, in words, and where to mend it. */
export type CarrierGap = { words: string; mend: string; to: string };

const { gaps } = wordings.carrierReview;
const gap = (words: string, mend: string, to: string): CarrierGap => ({ words, mend, to });

/** In the order of the page that is printed. */
export function carrierGaps(pack: CarrierPack): CarrierGap[] {
  return [...ofAccount(pack), ...ofSignUp(pack), ...ofCampaigns(pack)];
}

function ofAccount({ account, channel, cap }: CarrierPack): CarrierGap[] {
  const found: CarrierGap[] = [];
  if (channel.connection === 'simulator')
    found.push(gap(gaps.simulator(channel.name), gaps.connect, `/channels/settings/${channel.id}`));
  // An account that was just made is called as its owner's address begins.
  if (account.accountName === account.email.split('@')[0])
    found.push(gap(gaps.accountName(account.accountName), gaps.nameIt, '/account'));
  if (account.contactInfo.trim() === '') found.push(gap(gaps.contact, gaps.addContact, '/account'));
  if (cap.sends === 0) found.push(gap(gaps.frequency, gaps.setLimit, '/account'));
  return found;
}

function ofSignUp({ list }: CarrierPack): CarrierGap[] {
  if (!list) return [gap(gaps.list, gaps.addList, '/lists')];
  const { id, page, asksEverybody } = list;
  const found: CarrierGap[] = [];
  const editor = `/lists/signup/${id}`;
  if (page.version === 0) found.push(gap(gaps.page(page.listName), gaps.makePage, editor));
  else {
    if (!page.isOn) found.push(gap(gaps.pageOff, gaps.turnOn, editor));
    if (page.text.trim() === '') found.push(gap(gaps.purpose, gaps.writeIt, editor));
    if (page.terms.trim() === '') found.push(gap(gaps.terms, gaps.addTerms, editor));
    if (page.privacy.trim() === '') found.push(gap(gaps.privacy, gaps.addPrivacy, editor));
  }
  if (!asksEverybody) found.push(gap(gaps.confirmation(page.listName), gaps.askThem, `/lists/members/${id}`));
  return found;
}

function ofCampaigns({ campaigns, channel }: CarrierPack): CarrierGap[] {
  const [first] = campaigns;
  if (!first) return [gap(gaps.campaign, gaps.makeCampaign, '/campaign/templates')];
  const found: CarrierGap[] = [];
  if (campaigns.every(({ keyword }) => keyword === ''))
    found.push(gap(gaps.keyword(channel.name), gaps.addKeyword, `/campaign/keyword/${first.id}`));
  for (const { id, name, steps, isPublished } of campaigns) {
    const editor = `/campaign/editor/${id}`;
    if (sampleTexts(steps, '').length === 0) found.push(gap(gaps.texts(name), gaps.writeTexts, editor));
    else if (!isPublished) found.push(gap(gaps.published(name), gaps.publish, editor));
  }
  return found;
}
