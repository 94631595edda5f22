import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTenancyApi, type TenancyApi } from '../../../../support/tenancy-api.ts';

const PATH = '/v1/organization-management/me/saved-views';

describe('saved views', () => {
  let api: TenancyApi;
  let count = 0;
  beforeAll(async () => {
    api = await startTenancyApi();
  });
  afterAll(() => api.stop());

  /** A signed-in user who only reads, and calls about the saved views of a list. */
  async function reader() {
    count += 1;
    const email = `reader-${count}@example.com`;
    await api.call('POST /v1/organization-management/users', {
      body: { email, roleIds: ['role_read_only'] },
    });
    const key = await api.signIn(email);
    return {
      read: (list = 'orders') => api.callAs(`GET ${PATH}`, { key, query: { list } }),
      save: (views: unknown, headers: Readonly<Record<string, string>> = {}, list = 'orders') =>
        api.callAs(`PUT ${PATH}`, { key, body: { list, views }, headers }),
      hide: (hiddenColumns: unknown) =>
        api.callAs(`PUT ${PATH}`, { key, body: { list: 'orders', hiddenColumns } }),
    };
  }
  const view = (name: string) => ({ name, query: `status=${name}` });

  it('are none at first, and replaced as a whole', async () => {
    const { read, save } = await reader();
    expect((await read()).json).toEqual({
      list: 'orders',
      views: [],
      hiddenColumns: [],
      version: 0,
    });
    expect((await save([view('valid'), view('late')])).json).toEqual({
      list: 'orders',
      views: [view('valid'), view('late')],
      hiddenColumns: [],
      version: 1,
    });
    expect((await save([view('late')])).status).toBe(200);
    expect((await read()).json).toMatchObject({ views: [view('late')], version: 2 });
  });

  it('44 7 come with the hidden columns of the list, which are changed by themselves', async () => {
    const { read, save, hide } = await reader();
    await save([view('mine')]);
    expect((await hide(['tags', 'value'])).json).toMatchObject({ hiddenColumns: ['tags', 'value'] });
    await save([view('other')]);
    expect((await read()).json).toMatchObject({
      views: [view('other')],
      hiddenColumns: ['tags', 'value'],
      version: 3,
    });
    expect((await hide([])).json).toMatchObject({ views: [view('other')], hiddenColumns: [] });
    expect((await hide(Array.from({ length: 51 }, (_, index) => `c${index}`))).status).toBe(422);
  });

  it('belong to one user and one list', async () => {
    const [one, other] = [await reader(), await reader()];
    await one.save([view('mine')]);
    expect((await other.read()).json.views).toEqual([]);
    expect((await one.read('deliveries')).json.views).toEqual([]);
  });

  it('are not overwritten by whoever read them before another change', async () => {
    const { read, save } = await reader();
    await save([view('first')], { 'if-match': '0' });
    expect((await save([view('second')], { 'if-match': '0' })).status).toBe(409);
    expect((await read()).json.views).toEqual([view('first')]);
    expect((await save([view('first'), view('second')], { 'if-match': '1' })).status).toBe(200);
  });

  it.each([
    ['more than 50', Array.from({ length: 51 }, (_, index) => view(`view ${index}`))],
    ['one name twice', [view('same'), view('same')]],
    ['no name', [view('')]],
    ['a long name', [view('x'.repeat(81))]],
    ['a long query', [{ name: 'long', query: 'x'.repeat(2_001) }]],
    ['no list', 'all'],
  ])('are refused with %s', async (_, views) => {
    const { read, save } = await reader();
    expect((await save(views)).status).toBe(422);
    expect((await read()).json.version).toBe(0);
  });

  it('are refused to an API key, which is nobody who looks at lists', async () => {
    const replies = [
      await api.call(`GET ${PATH}`, { query: { list: 'orders' } }),
      await api.call(`PUT ${PATH}`, { body: { list: 'orders', views: [] } }),
    ];
    expect(replies.map(({ status, json }) => [status, json.error.code])).toEqual([
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
    ]);
  });
});
