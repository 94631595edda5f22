import { describe, expect, it } from 'vitest';
import { mayConnectTo, unusableUrl } from '../../../../../lib/platform/core/destination.ts';

const cloud = { allowLoopback: false };
const laptop = { allowLoopback: true };

describe('webhook destinations', () => {
  it.each([
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::10.0.0.1',
    '4000::1',
    '64:ff9b::a00:1',
    '224.0.0.1',
    '255.255.255.255',
    'not-an-address',
  ])('%s is not connected to', (address) => expect(mayConnectTo(address, cloud)).toBe(false));

  it.each(['93.184.215.14', '2606:2800:21f:cb07::1'])('%s is', (address) =>
    expect(mayConnectTo(address, cloud)).toBe(true),
  );

  it.each([
    'https://example.com/a\r\nHost: evil',
    'https://exa\nmple.com',
    'https://example.com/\t',
    ' https://example.com',
    'https://example.com/a b',
    'https://example.com/\u0000',
  ])('49.3 %j is refused: a parser would silently make another address of it', (url) => {
    expect(unusableUrl(url, cloud)).toContain('line breaks');
  });

  it('only the local cloud connects to loopback, and to nothing else that is closed', () => {
    expect(mayConnectTo('127.0.0.1', laptop)).toBe(true);
    expect(mayConnectTo('::1', laptop)).toBe(true);
    expect(mayConnectTo('10.0.0.1', laptop)).toBe(false);
    expect(mayConnectTo('169.254.169.254', laptop)).toBe(false);
  });

  it.each([
    ['hooks', 'absolute URL'],
    ['ftp://example.com/', 'https://'],
    ['http://example.com/', 'https://'],
    ['https://user:secret@example.com/', 'password'],
    ['https://169.254.169.254/latest', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://2130706433/', 'public internet'],
    ['https://localhost/', 'public internet'],
    ['https://intranet/', 'public internet'],
  ])('%s is refused: %s', (url, why) => expect(unusableUrl(url, cloud)).toContain(why));

  it('HTTPS to a public name is accepted; plain HTTP only to the own laptop', () => {
    expect(unusableUrl('https://shop.example.com/hooks?x=1', cloud)).toBeUndefined();
    expect(unusableUrl('http://127.0.0.1:4000/hook', laptop)).toBeUndefined();
    expect(unusableUrl('http://localhost:4000/hook', laptop)).toBeUndefined();
    expect(unusableUrl('http://127.0.0.1:4000/hook', cloud)).toContain('https://');
  });
});
