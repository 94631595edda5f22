import { change } from '../kit/api.ts';
import { Form } from '../kit/form.tsx';
import { go } from '../kit/router.ts';
import { Dialog } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { confirmedValue, orderBody, orderFields } from './order-form.ts';
import { OrderCheck, saveInFormWords } from './order-saving.ts';

/** The form of a new order. */
export function NewOrder({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={m.orders.create} wide onClose={onClose}>
      <Form
        fields={orderFields}
        note={(form) => <OrderCheck {...form} />}
        submitLabel={m.actions.create}
        onCancel={onClose}
        onSubmit={async (values) => {
          if (!confirmedValue(values)) return;
          const order = await saveInFormWords(() =>
            change<{ id: string }>('POST', '/v1/order', orderBody(values)),
          );
          onClose();
          go(`/orders/${order.id}`);
        }}
      />
    </Dialog>
  );
}
