import { workbook } from '../workbook.ts';

/** A made-up file in the shape in which merchants have their orders. */
export interface MerchantFile {
  readonly title: string;
  readonly content: string | Uint8Array;
  /** What only a person knows: values for the whole file. */
  readonly values?: Readonly<Record<string, string>>;
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Program that is recognized; null = the columns are guessed. */
  readonly format: string | null;
  /** Orders that it makes, by a part of each. */
  readonly orders: readonly Readonly<Record<string, unknown>>[];
}

const lines = (...rows: readonly string[]) => rows.join('\r\n');

/** Files as their programs export them, uploaded without opening a spreadsheet. */
export const MERCHANT_FILES: readonly MerchantFile[] = [
  {
    title: 'a shop export with a row for each item',
    format: 'Shopify',
    content: lines(
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Total,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Vendor,Id,Tags,Phone',
      `#1001,ada@example.com,paid,2026-02-28 10:11:12 -0800,unfulfilled,USD,38.50,42.00,Local,2026-02-28 10:10:00 -0800,2,Sourdough,9.50,SD-1,Ada Byron,Ada Byron,"900 Valencia Street, Apt 4",900 Valencia Street,Apt 4,,San Francisco,'94110,CA,US,(415) 555-0101,Ring twice,Bakery,5001,"cold, gift",`,
      '#1001,,,,,,,,,,1,Rye,19.50,RY-1,,,,,,,,,,,,,Bakery,,,',
      `#1002,bo@example.com,paid,2026-02-28 11:00:00 -0800,unfulfilled,USD,12.00,12.00,Local,2026-02-28 10:59:00 -0800,1,Bagels,12.00,BG-1,Bo Li,Bo Li,500 Castro Street,500 Castro Street,,,San Francisco,'94114,CA,US,(415) 555-0102,,Bakery,5002,,`,
    ),
    orders: [
      {
        externalId: '#1001',
        valueCents: 4200,
        dropoffFirstName: 'Ada Byron',
        dropoffAddressFormattedStreet: '900 Valencia St',
        tags: ['cold', 'gift'],
        items: [
          { description: 'Sourdough', count: 2, id: 'SD-1', valueCents: 950 },
          { description: 'Rye', count: 1, id: 'RY-1', valueCents: 1950 },
        ],
      },
      { externalId: '#1002', valueCents: 1200, dropoffAddressFormattedStreet: '500 Castro St' },
    ],
  },
  {
    title: 'a shop export with field names and items in one cell',
    format: 'WooCommerce',
    content: lines(
      'order_id,order_number,order_date,status,shipping_total,order_total,order_currency,shipping_method,customer_email,billing_phone,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,customer_note,line_item_1',
      '7001,W-7001,2026-02-27 18:02:11,processing,4.00,31.00,USD,Flat rate,cy@example.com,4155550103,Cy,Young,,900 Valencia Street,,94110,San Francisco,CA,US,Leave with the doorman,name:Mug|product_id:12|sku:M-1|quantity:2|total:18.00',
      '7002,W-7002,2026-02-27 18:05:40,processing,4.00,13.50,USD,Flat rate,di@example.com,4155550104,Di,Fox,Fox Ltd,1200 Folsom Street,Floor 2,94103,San Francisco,CA,US,,name:Plate|product_id:13|sku:P-1|quantity:1|total:9.50',
    ),
    orders: [
      {
        externalId: 'W-7001',
        valueCents: 3100,
        dropoffLastName: 'Young',
        dropoffInstructions: 'Leave with the doorman',
        items: [{ description: 'Mug', count: 2 }],
      },
      { externalId: 'W-7002', dropoffBusinessName: 'Fox Ltd' },
    ],
  },
  {
    title: 'a shop report with readable names',
    format: 'WooCommerce',
    content: lines(
      'Order Number,Order Status,Order Date,Customer Note,Phone (Billing),Email (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Order Total Amount,Item #,SKU,Item Name,Quantity (- Refund),Item Cost',
      '8001,Processing,2026-02-26 09:00,,+1 415 555 0105,ed@example.com,Ed,Gray,900 Valencia Street,San Francisco,CA,94110,US,24.00,1,T-1,Tea,2,8.00',
      '8001,Processing,2026-02-26 09:00,,+1 415 555 0105,ed@example.com,Ed,Gray,900 Valencia Street,San Francisco,CA,94110,US,24.00,2,C-1,Coffee,1,8.00',
    ),
    orders: [
      {
        externalId: '8001',
        items: [
          { description: 'Tea', count: 2 },
          { description: 'Coffee', count: 1 },
        ],
      },
    ],
  },
  {
    title: 'tasks with their own coordinates and windows',
    format: 'Onfleet',
    values: { valueCents: '20' },
    dateOrder: 'month-first',
    content: lines(
      'Recipient_Name,Recipient_Phone,Recipient_Notes,Address_Line1,Address_Line2,City/Town,Postal_Code,State/Province,Country,Latitude,Longitude,completeAfter,completeBefore,Task_Details,Quantity,Pickup,Driver,Team',
      'Flo Ray,+14155550106,Gate 2,900 Valencia Street,,San Francisco,94110,CA,United States,37.7583,-122.4215,03/05/2026 10:00 AM,03/05/2026 12:00 PM,Two bags,2,FALSE,,',
      'Gus Oak,+14155550107,,500 Castro Street,,San Francisco,94114,CA,United States,,,03/05/2026 1:00 PM,03/05/2026 3:00 PM,One box,1,FALSE,,',
    ),
    orders: [
      {
        dropoffFirstName: 'Flo Ray',
        dropoffLat: 37.7583,
        dropoffAddressCountry: 'US',
        deliveryMode: 'scheduled',
        dropoffStartTime: '2026-03-05T15:00:00.000Z',
        itemsCount: 2,
      },
      { dropoffFirstName: 'Gus Oak', dropoffAddressFormattedStreet: '500 Castro St' },
    ],
  },
  {
    title: 'delivery orders with a day, a window and a row for each item',
    format: 'Detrack',
    values: { valueCents: '15.00' },
    content: lines(
      'sep=;',
      'Delivery Date;D.O. No.;Address;Postal Code;Deliver To;Phone;Notify Email;Delivery Time;Instructions;Assign To;Item Number;Description;Quantity',
      '05.03.2026;DO-1;900 Valencia Street, San Francisco, CA;94110;Hal Ito;+1 415 555 0108;hal@example.com;10:00 - 12:00;Call first;Van 1;A-1;Chairs;4',
      '05.03.2026;DO-1;900 Valencia Street, San Francisco, CA;94110;Hal Ito;+1 415 555 0108;hal@example.com;10:00 - 12:00;Call first;Van 1;A-2;Table;1',
      '06.03.2026;DO-2;500 Castro Street, San Francisco, CA;94114;Ida May;+1 415 555 0109;;;;Van 1;A-3;Lamp;2',
    ),
    orders: [
      {
        externalId: 'DO-1',
        dropoffStartTime: '2026-03-05T15:00:00.000Z',
        items: [
          { id: 'A-1', description: 'Chairs', count: 4 },
          { id: 'A-2', description: 'Table', count: 1 },
        ],
      },
      { externalId: 'DO-2', dropoffEndTime: '2026-03-07T04:59:59.999Z' },
    ],
  },
  {
    title: 'stops of a route planner with clock times alone',
    format: 'Route4Me',
    values: { dropoffDate: '2026-03-05' },
    content: lines(
      'Alias,Address,City,State,Zip,Group,First Name,Last Name,Phone,Email,Notes,Order ID,Weight,Cost,Revenue,Cube,Pieces,Time Window Start,Time Window End,Service Time,Lat,Lng',
      'Corner Cafe,900 Valencia Street,San Francisco,CA,94110,North,Jo,Kim,415-555-0110,jo@example.com,Back door,R-1,12.5,,80.00,,3,09:00,11:00,300,,',
      'Park Deli,500 Castro Street,San Francisco,CA,94114,North,,,415-555-0111,,,R-2,4,,35.50,,1,10:00,12:30,300,,',
    ),
    orders: [
      {
        externalId: 'R-1',
        dropoffBusinessName: 'Corner Cafe',
        weight: 12.5,
        valueCents: 8000,
        itemsCount: 3,
      },
      {
        externalId: 'R-2',
        dropoffStartTime: '2026-03-05T15:00:00.000Z',
        dropoffEndTime: '2026-03-05T17:30:00.000Z',
      },
    ],
  },
  {
    title: 'stops of a driver’s planner',
    format: 'Circuit / Spoke',
    values: { valueCents: '18', dropoffDate: '2026-03-05' },
    content: lines(
      'Address Line 1,Address Line 2,City,State,Zip/Postal Code,Country,Notes,Recipient Name,Recipient Phone Number,Phone Number,Recipient Email Address,Order ID,Products,Package Count,Seller Name,Earliest Arrival Time,Latest Arrival Time,Driver',
      '900 Valencia Street,Unit 7,San Francisco,CA,94110,US,Blue door,Lu Ma,,(415) 555-0112,lu@example.com,S-1,"Cola 12x, Chips 6x",2,Shop,9:00 AM,11:30 AM,',
      '500 Castro Street,,San Francisco,CA,94114,US,,Mo Ngo,,(415) 555-0113,,S-2,Water x24,1,Shop,1:00 PM,3:00 PM,',
    ),
    orders: [
      {
        externalId: 'S-1',
        itemsCount: 2,
        items: [
          { description: 'Cola', count: 12 },
          { description: 'Chips', count: 6 },
        ],
      },
      { externalId: 'S-2', dropoffStartTime: '2026-03-05T18:00:00.000Z' },
    ],
  },
  {
    title: 'deliveries with both ends and time slots',
    format: 'CoopCycle',
    values: { valueCents: '22', pickupPhoneNumber: '+14155550199' },
    content: lines(
      'pickup.address;pickup.address.name;pickup.timeslot;dropoff.address;dropoff.address.name;dropoff.address.telephone;dropoff.comments;dropoff.timeslot;weight;ref;tags;dropoff.latlong',
      '1 Mission Street, San Francisco, CA 94105;Print Shop;2026-03-05 09:00 - 2026-03-05 09:30;900 Valencia Street, San Francisco, CA 94110;Nia;+14155550114;Third floor;2026-03-05 10:00 - 2026-03-05 11:00;2,5;C-1;fragile|paper;',
      '1 Mission Street, San Francisco, CA 94105;Print Shop;2026-03-05 09:00 - 2026-03-05 09:30;500 Castro Street, San Francisco, CA 94114;Oz;+14155550115;;2026-03-05 10:00 - 2026-03-05 12:00;1;C-2;;37.7590,-122.4350',
    ),
    orders: [
      {
        externalId: 'C-1',
        pickupBusinessName: 'Print Shop',
        weight: 2.5,
        tags: ['fragile', 'paper'],
        pickupStartTime: '2026-03-05T14:00:00.000Z',
      },
      { externalId: 'C-2', dropoffLat: 37.759, dropoffAddressCity: 'San Francisco' },
    ],
  },
  {
    title: 'a spreadsheet of a shop’s own',
    format: null,
    content: workbook([
      [
        'Order no.',
        'Customer',
        'Street',
        'City',
        'Zip',
        'Phone',
        'Delivery date',
        'Time slot',
        'Items',
        'Total',
      ],
      [
        'X-1',
        'Pia Roe',
        '900 Valencia Street',
        'San Francisco',
        '94110',
        4155550116,
        { date: '2026-03-05T00:00:00' },
        '10am - 12pm',
        '2x Pizza, Salad (1)',
        31.5,
      ],
      [
        'X-2',
        'Quin Sol',
        '500 Castro Street',
        'San Francisco',
        '94114',
        4155550117,
        { date: '2026-03-06T00:00:00' },
        '2-4pm',
        '1x Soup',
        9,
      ],
    ]),
    values: { dropoffAddressCountry: 'US' },
    orders: [
      {
        externalId: 'X-1',
        dropoffFirstName: 'Pia Roe',
        valueCents: 3150,
        dropoffStartTime: '2026-03-05T15:00:00.000Z',
        items: [
          { description: 'Pizza', count: 2 },
          { description: 'Salad', count: 1 },
        ],
      },
      { externalId: 'X-2', dropoffEndTime: '2026-03-06T21:00:00.000Z' },
    ],
  },
];
