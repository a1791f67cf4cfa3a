/** What the simulated carrier does with a number of the form +1 500 555 … by its last four digits, for people who want to see a campaign go wrong. */
export const FAILURE_KINDS: readonly { ending: string; what: string; shows: string }[] = [
  { ending: '0001', what: 'Accepted, then not delivered', shows: 'Shown as not delivered' },
  { ending: '0002', what: 'Refused at once, for good', shows: 'Nothing arrives: the number does not exist' },
  { ending: '0003', what: 'Told to slow down at the first try', shows: 'Delivered a little later' },
  { ending: '0004', what: 'Accepted, no receipt ever', shows: 'Stays sent' },
  {
    ending: '0005',
    what: 'Accepted, but the answer is lost',
    shows: 'Unknown, until the receipt clears it up',
  },
  { ending: '0006', what: 'The receipt comes twice', shows: 'Delivered, counted once' },
  { ending: '0007', what: 'The receipt comes before the answer', shows: 'Delivered' },
  { ending: '0008', what: 'Receipts in the wrong order', shows: 'Delivered, and stays so' },
  {
    ending: '0009',
    what: 'The answer is lost, and no receipt ever',
    shows: 'In doubt, until you settle it',
  },
];
