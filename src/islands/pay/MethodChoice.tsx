import type { PaymentMethod } from '#domain/payments.ts';
import { Choice } from '#islands/pay/Choice.tsx';
import { useText } from '#islands/shared/text.tsx';

type Props = {
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | undefined;
  choose: (method: PaymentMethod) => void;
};

/** The ways to pay in the order's currency. */
export function MethodChoice({ methods, chosen, choose }: Props) {
  const { t } = useText();
  return (
    <Choice
      legend={t('pay.new.method')}
      name="method"
      options={methods.map((method) => ({
        value: method,
        title: t(`pay.method.${method}`),
        text: t(`pay.method.${method}Text`),
      }))}
      chosen={chosen}
      choose={choose}
    />
  );
}
