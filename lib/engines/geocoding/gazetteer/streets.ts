/** A corner that a street passes: house number there, latitude, longitude. */
type Corner = readonly [number: number, lat: number, lng: number];

/** Streets of San Francisco by the name without its kind, as corners in the order of house numbers. */
export const STREETS: Readonly<
  Record<string, { readonly name: string; readonly corners: readonly Corner[] }>
> = {
  market: street('Market St', [1, 37.794, -122.395], [900, 37.784, -122.4076], [2370, 37.7626, -122.4352]),
  mission: street(
    'Mission St',
    [1, 37.7935, -122.3935],
    [1400, 37.7752, -122.4167],
    [1700, 37.7699, -122.42],
    [3300, 37.7444, -122.4209],
    [5900, 37.7084, -122.4513],
  ),
  valencia: street('Valencia St', [1, 37.7722, -122.4228], [1600, 37.7455, -122.4204]),
  guerrero: street('Guerrero St', [1, 37.7702, -122.4249], [1600, 37.7455, -122.4226]),
  dolores: street('Dolores St', [1, 37.7695, -122.427], [1700, 37.7425, -122.4245]),
  church: street('Church St', [100, 37.7689, -122.4292], [1900, 37.7415, -122.4266]),
  castro: street('Castro St', [1, 37.7697, -122.4359], [1800, 37.7441, -122.4332]),
  folsom: street('Folsom St', [1, 37.791, -122.39], [1700, 37.7701, -122.4152], [3500, 37.7446, -122.4138]),
  howard: street('Howard St', [1, 37.7925, -122.3917], [1700, 37.7707, -122.4177]),
  brannan: street('Brannan St', [1, 37.7842, -122.3886], [1100, 37.7695, -122.4073]),
  townsend: street('Townsend St', [1, 37.7821, -122.3887], [700, 37.771, -122.4025]),
  king: street('King St', [1, 37.7797, -122.3886], [300, 37.7759, -122.3947]),
  '3rd': street('3rd St', [1, 37.7872, -122.4032], [800, 37.7788, -122.3917], [6200, 37.7178, -122.3996]),
  '4th': street('4th St', [1, 37.7853, -122.4057], [800, 37.7759, -122.3936]),
  '16th': street('16th St', [1000, 37.7667, -122.3955], [3600, 37.7641, -122.4327]),
  '18th': street('18th St', [1000, 37.7626, -122.3953], [4500, 37.7605, -122.4409]),
  '24th': street('24th St', [1800, 37.753, -122.3922], [4400, 37.7514, -122.4388]),
  cesarchavez: street('Cesar Chavez St', [1000, 37.7503, -122.3931], [4200, 37.7476, -122.4279]),
  embarcadero: street('The Embarcadero', [1, 37.7955, -122.3937], [2000, 37.8083, -122.4103]),
  columbus: street('Columbus Ave', [1, 37.7952, -122.4029], [1300, 37.8065, -122.4206]),
  broadway: street('Broadway', [1, 37.799, -122.3985], [2900, 37.7936, -122.4421]),
  montgomery: street('Montgomery St', [1, 37.7888, -122.4022], [1400, 37.8027, -122.405]),
  kearny: street('Kearny St', [1, 37.7879, -122.4034], [1900, 37.8044, -122.4071]),
  grant: street('Grant Ave', [1, 37.7865, -122.4052], [2100, 37.8062, -122.4093]),
  stockton: street('Stockton St', [1, 37.7855, -122.4065], [2100, 37.807, -122.4107]),
  powell: street('Powell St', [1, 37.7845, -122.4079], [2600, 37.8085, -122.4127]),
  california: street(
    'California St',
    [1, 37.7935, -122.3965],
    [3300, 37.7869, -122.4468],
    [6100, 37.7843, -122.4838],
  ),
  sacramento: street('Sacramento St', [1, 37.7946, -122.3968], [4000, 37.7864, -122.4604]),
  bush: street('Bush St', [1, 37.7911, -122.3993], [3000, 37.7849, -122.4471]),
  pine: street('Pine St', [1, 37.7921, -122.3989], [3000, 37.7861, -122.4462]),
  sutter: street('Sutter St', [1, 37.7901, -122.4006], [2500, 37.7849, -122.4417]),
  post: street('Post St', [1, 37.7887, -122.4026], [2400, 37.7838, -122.4412]),
  geary: street(
    'Geary Blvd',
    [1, 37.7877, -122.4033],
    [2800, 37.7824, -122.4474],
    [8300, 37.7798, -122.5102],
  ),
  turk: street('Turk St', [1, 37.7834, -122.4096], [2700, 37.7784, -122.4486]),
  fulton: street(
    'Fulton St',
    [100, 37.7789, -122.418],
    [2500, 37.7749, -122.4529],
    [7500, 37.7716, -122.5108],
  ),
  hayes: street('Hayes St', [100, 37.7771, -122.4186], [2300, 37.7727, -122.4534]),
  fell: street('Fell St', [100, 37.7762, -122.4196], [2200, 37.7718, -122.4532]),
  oak: street('Oak St', [1, 37.7752, -122.4206], [2200, 37.7709, -122.453]),
  page: street('Page St', [1, 37.7738, -122.4223], [1900, 37.77, -122.4528]),
  haight: street('Haight St', [1, 37.7733, -122.4222], [1900, 37.769, -122.4532]),
  vanness: street('Van Ness Ave', [1, 37.7751, -122.4192], [3200, 37.806, -122.4255]),
  polk: street('Polk St', [1, 37.7768, -122.418], [3100, 37.8057, -122.4238]),
  divisadero: street('Divisadero St', [1, 37.7701, -122.4372], [3700, 37.8053, -122.4443]),
  fillmore: street('Fillmore St', [1, 37.7697, -122.4297], [3800, 37.8052, -122.4369]),
  union: street('Union St', [100, 37.8017, -122.4016], [3000, 37.796, -122.4463]),
  chestnut: street('Chestnut St', [100, 37.8055, -122.4043], [3400, 37.799, -122.4467]),
  lombard: street('Lombard St', [100, 37.8041, -122.4039], [3100, 37.7983, -122.4478]),
  clement: street('Clement St', [1, 37.7833, -122.4582], [4300, 37.7814, -122.5056]),
  irving: street('Irving St', [1, 37.7644, -122.4582], [4700, 37.7621, -122.5071]),
  judah: street('Judah St', [1, 37.7625, -122.4584], [4700, 37.7602, -122.509]),
  noriega: street('Noriega St', [700, 37.7546, -122.4707], [4200, 37.7528, -122.5078]),
  taraval: street('Taraval St', [1, 37.7432, -122.4632], [3600, 37.7415, -122.5069]),
  ocean: street('Ocean Ave', [1, 37.7237, -122.4361], [3000, 37.732, -122.4735]),
};

function street(name: string, ...corners: readonly Corner[]) {
  return { name, corners };
}

/** Places that people name instead of an address; the key is also their place id, after `local:`. */
export const LANDMARKS: Readonly<
  Record<
    string,
    { readonly number: string; readonly street: string; readonly lat: number; readonly lng: number }
  >
> = {
  'ferry-building': { number: '1', street: 'Ferry Building', lat: 37.7955, lng: -122.3937 },
  'oracle-park': { number: '24', street: 'Willie Mays Plaza', lat: 37.7786, lng: -122.3893 },
  'city-hall': { number: '1', street: 'Dr Carlton B Goodlett Pl', lat: 37.7793, lng: -122.4193 },
  'union-square': { number: '333', street: 'Post St', lat: 37.788, lng: -122.4075 },
  'coit-tower': { number: '1', street: 'Telegraph Hill Blvd', lat: 37.8024, lng: -122.4058 },
  'pier-39': { number: '1', street: 'Pier 39', lat: 37.8087, lng: -122.4098 },
  'de-young-museum': { number: '50', street: 'Hagiwara Tea Garden Dr', lat: 37.7715, lng: -122.4687 },
  'dolores-park': { number: '600', street: 'Dolores St', lat: 37.7596, lng: -122.4269 },
  'palace-of-fine-arts': { number: '3601', street: 'Lyon St', lat: 37.802, lng: -122.4484 },
};

/** Zip codes with the middle of their areas. */
export const ZIPS: readonly (readonly [zip: string, lat: number, lng: number])[] = [
  ['94102', 37.7793, -122.4193],
  ['94103', 37.7726, -122.411],
  ['94105', 37.7893, -122.3953],
  ['94107', 37.7648, -122.3961],
  ['94108', 37.7925, -122.408],
  ['94109', 37.7933, -122.4214],
  ['94110', 37.7486, -122.4158],
  ['94111', 37.7984, -122.3999],
  ['94112', 37.7205, -122.4429],
  ['94114', 37.7587, -122.4353],
  ['94115', 37.7859, -122.437],
  ['94116', 37.7446, -122.4865],
  ['94117', 37.7701, -122.4446],
  ['94118', 37.7812, -122.4614],
  ['94121', 37.7766, -122.4943],
  ['94122', 37.7588, -122.4852],
  ['94123', 37.8005, -122.4381],
  ['94124', 37.7328, -122.3885],
  ['94127', 37.7354, -122.4594],
  ['94131', 37.7417, -122.4382],
  ['94132', 37.7217, -122.4847],
  ['94133', 37.8014, -122.4111],
  ['94134', 37.719, -122.4096],
];
