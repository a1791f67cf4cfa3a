/** An SMPP connection's settings as they are used. Limits follow SMPP 3.4. */

export type SmppSettings = {
  host: string;
  port: number;
  tls: boolean;
  /** Refuse a certificate that no authority has signed, that is out of date or made for another host. */
  verifyCertificate: boolean;
  /**
   * PEM: only what these authorities have signed is accepted; '': what any authority known to this machine
   * has.
   */
  caCertificate: string;
  systemId: string;
  password: string;
  systemType: string;
  /** One session both ways, or one for each way. */
  bind: 'transceiver' | 'pair';
  /** Requests without an answer at a time. */
  window: number;
  enquireSeconds: number;
  /** How long texts are cut. */
  split: 'udh' | 'sar' | 'payload';
  /** How the end of a message's time to live is told. */
  validity: 'relative' | 'absolute' | 'none';
};
