/** What the server answers of the account of whoever is signed in. */
export const accountReply = (role: string) => ({
  ACCOUNTID: 1,
  EMAIL: 'ann@shop.example',
  PHONE: '+12125550100',
  MFAENABLED: 0,
  ROLE: role,
  MFASETTING: 'optional',
  PHONEPROVEN: 0,
  ACCOUNTNAME: 'Blue Door',
  CONTACTINFO: '',
  TIMEZONE: 'America/New_York',
  BALANCENUMBER: 0,
  RESERVEDNUMBER: 0,
  LINKBASE: '',
  TEAM: [],
});
