/** What these screens say, by the file that shows it. */
import { quoted } from '../data/isolated.ts';

export const wordings = {
  tagManager: {
    added: (name: string) => `${quoted(name)} added`,
    addTag: 'Add Tag',
    tagsAreTheDetails:
      'Tags are the details you keep about each contact: a first name, a birthday, a favorite store. Lists show everyone’s values for the first two.',
    tags: 'tags',
    tag: 'tag',
    searchTags: 'Search Tags...',
    noTagsYet: 'No tags yet',
    aTagStoresOneDetail:
      'A tag stores one detail about each contact. Use it to personalize messages and filter blasts. Campaigns can fill it in from an answer.',
    tagName: 'Tag Name',
    deleted: (name: string) => `${quoted(name)} deleted`,
    renameTag: 'Rename Tag',
    updateTheNameThereAfterwards: 'Update the name there afterward.',
    theDataOfThisTag:
      'The data of this tag moves to the new name, but references to the old name (in messages, rules and filters) stop working.',
    areYouSureYouWant: 'Are you sure you want to delete this tag?',
    textsWillUseTheDefault:
      'Texts will use the default instead, or nothing, and filters by it won’t match anyone.',
    willBeRemovedFromEvery: (name: string) =>
      `${quoted(name)} will be removed from every contact, along with its values. This can’t be undone.`,
    thisTagIsInUse: 'This tag is in use',
  },
} as const;
