/** What we use of the package `smpp`, which brings no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { LookupFunction, Server as NetServer, Socket } from 'node:net';

  /** A text as the library decoded it; bytes where it does not know the coding. */
  export type DecodedText = { message: string | Buffer; udh?: Buffer[] };
  export type PduFields = Record<string, unknown> & { command_status?: number };
  export type Pdu = {
    command: string;
    command_status: number;
    sequence_number: number;
    isResponse: () => boolean;
    response: (fields?: PduFields) => Pdu;
    toBuffer: () => Buffer;
    message_id?: string;
    system_id?: string;
    password?: string;
    source_addr?: string;
    source_addr_ton?: number;
    destination_addr?: string;
    esm_class?: number;
    data_coding?: number;
    registered_delivery?: number;
    /** As the library reads it: a moment for either notation; '' for none. */
    validity_period?: Date | '';
    short_message?: DecodedText | Buffer | '';
    message_payload?: DecodedText | Buffer;
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    receipted_message_id?: string;
    message_state?: number;
    network_error_code?: Buffer;
  };
  type Answered = (answer: Pdu) => void;
  type Request = (fields: PduFields, answered?: Answered) => boolean;
  export type Session = EventEmitter & {
    socket: Socket;
    sequence: number;
    /** False: the socket is closed and nothing was written. */
    send: (pdu: Pdu, answered?: Answered) => boolean;
    close: () => void;
    destroy: () => void;
    bind_transceiver: Request;
    bind_transmitter: Request;
    bind_receiver: Request;
    submit_sm: Request;
    deliver_sm: Request;
    enquire_link: Request;
    unbind: Request;
  };
  export type ConnectOptions = {
    host: string;
    port: number;
    tls?: boolean;
    servername?: string;
    rejectUnauthorized?: boolean;
    ca?: string;
    lookup?: LookupFunction;
    noDelay?: boolean;
  };
  const smpp: {
    connect: (options: ConnectOptions) => Session;
    createServer: ((listener: (session: Session) => void) => NetServer) &
      ((options: { key: string; cert: string }, listener: (session: Session) => void) => NetServer);
    errors: Record<string, number>;
  };
  export default smpp;
}
