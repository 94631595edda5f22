import { expect } from 'vitest';
import { scenario } from '../support/scenario.ts';

const USERS = '/v1/organization-management/users';

scenario(
  'a user is invited, signs in at the issuer and works with the rights of the role',
  async ({ local, tenant }) => {
    const { apiKey: key } = tenant;
    const email = 'grace@shop.example';
    const invited = await local.request<{ id: string }>('POST', `${USERS}/invite`, {
      key,
      body: { email, roleIds: ['role_operator'] },
    });
    expect(invited.status).toBe(200);
    const signedIn = await local.request<{ token: string }>('POST', '/_local/sign-in', { body: { email } });
    const { token } = signedIn.body;

    const read = await local.request<{ id: string }>('GET', '/v1/organization', { key: token });
    expect([read.status, read.body.id]).toEqual([200, tenant.organizationId]);
    const refused = await local.request('PATCH', '/v1/organization', { key: token, body: { name: 'Mine' } });
    expect(refused.status).toBe(403);

    await local.request('PATCH', `${USERS}/${invited.body.id}`, { key, body: { isActive: false } });
    expect((await local.request('GET', '/v1/organization', { key: token })).status).toBe(401);
    const stranger = await local.request<{ token: string }>('POST', '/_local/sign-in', {
      body: { email: 'nobody@shop.example' },
    });
    expect((await local.request('GET', '/v1/organization', { key: stranger.body.token })).status).toBe(401);
  },
);
