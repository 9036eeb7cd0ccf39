-- Filas para probar; bórralas en tu copia.
insert into turnos (quien, servicio, cuando) values
  ('Rocío Paz', 'corte', (hoy() + 1 + time '10:00') at time zone zona()),
  ('Marta Ruiz', 'color', (hoy() + 1 + time '15:30') at time zone zona()),
  ('Marta Gómez', 'peinado', (hoy() + 2 + time '11:00') at time zone zona());
insert into cobros (importe, medio, detalle) values (12000, 'efectivo', 'corte'), (30000, 'transferencia', 'color de Inés');
