import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import type { Carrier } from './carrier.ts';
import { createGateway } from './http-gateway/http-gateway.ts';
import { lookupOf } from './reachable-host.ts';
import { createSmpp } from './smpp/smpp.ts';
import { readGatewaySettings, readSmppSettings, storedSettings } from './stored-settings.ts';
import { createTwilio } from './twilio.ts';

const harness = useHarness({ config: { privateCarriers: false } });

const CARRIERS: Record<string, (port: number) => Carrier> = {
  'Twilio’s form': (port) =>
    createTwilio(
      harness().services,
      { baseUrl: `http://localhost:${port}`, accountSid: 'AC1', authToken: 'x', webhookToken: 'y' },
      lookupOf(harness().services),
    ),
  'an HTTP gateway': (port) => {
    const { services } = harness();
    const stored = storedSettings(services, 'gateway', { url: `http://localhost:${port}/sendsms` }, {});
    return createGateway(services, readGatewaySettings(services, stored), lookupOf(services));
  },
  SMPP: (port) => {
    const { services } = harness();
    const given = { host: 'localhost', port: String(port), systemId: 'parley', password: 'x' };
    const settings = readSmppSettings(services, storedSettings(services, 'smpp', given, {}));
    return createSmpp(services, { accountId: 1, channelId: 1, place: 1 }, settings, lookupOf(services));
  },
};

test.each(Object.entries(CARRIERS))(
  '%s behind a name of this machine is not connected to, and its trouble says so',
  async (_, create) => {
    let reached = 0;
    const server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    const carrier = create(await listen(server));
    try {
      expect((await carrier.probe())?.code).toBe('REFUSED_ADDRESS');
      expect(reached).toBe(0);
    } finally {
      await carrier.close();
      server.close();
    }
  },
);

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as { port: number }).port;
}
